import { storage } from "/.atoll/atoll.js";

const key = "items";

/** The items, newest first. They are stored for this user, on the host. */
export async function items() {
  return (await storage.get(key)) ?? [];
}

export const save = (all) => storage.set(key, all);
