import { storage } from "/.atoll/atoll.js";

export const count = async () => (await storage.get("count")) ?? 0;
export const add = async () => storage.set("count", (await count()) + 1);
