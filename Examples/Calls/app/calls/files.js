import { files } from "/.atoll/atoll.js";

export async function write() {
  const { size } = await files.write({ path: "notes/monday.txt", data: btoa("Leeks, salt, bread.") });
  return size;
}

export async function list() {
  return await files.list();
}

export async function read() {
  const { data, size } = await files.read({ path: "notes/monday.txt" });
  return { text: atob(data), size };
}

export async function save() {
  return await files.save({ name: "monday.txt", type: "text/plain", file: "notes/monday.txt" });
}

export async function pick() {
  const [picked] = await files.pick({ types: ["image/*", "text/plain"] });
  return picked ?? "Nothing was chosen.";
}

export async function remove() {
  return await files.remove({ path: "notes/monday.txt" });
}
