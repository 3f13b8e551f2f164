import { storage } from "/.atoll/atoll.js";

export async function set() {
  // Any JSON value. When the call returns, it survives a crash, and is there on the user's other devices.
  return await storage.set("draft", { title: "Soup", people: 4 });
}

export async function get() {
  const draft = await storage.get("draft");
  return draft ?? "There is no draft.";
}

export async function setAll() {
  // Stores all of them or, if it fails, none.
  return await storage.setAll({ "item/1": "salt", "item/2": "leeks" });
}

export async function getAll() {
  return await storage.getAll("item/");
}

export async function keys() {
  return await storage.keys();
}

export async function size() {
  const { used, limit } = await storage.size();
  return `${((100 * used) / limit).toFixed(2)} %`;
}

export async function remove() {
  return await storage.remove("draft");
}

export async function clear() {
  return await storage.clear();
}
