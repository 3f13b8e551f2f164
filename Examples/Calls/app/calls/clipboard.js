import { clipboard } from "/.atoll/atoll.js";

export async function write() {
  return await clipboard.write({ text: "Leeks, salt, bread." });
}

export async function read() {
  return await clipboard.read();
}
