import { start, storage, user } from "/.atoll/atoll.js";

/** The host's information and the translated texts, for every page of Kudos. */
export const { info, text } = await start();

/** The colleagues that the user can thank, sorted by name. */
export const colleagues = await (await fetch("/common/colleagues.json")).json();

const prefix = "kudos/";

/** Stores kudos that the user gives to a colleague. */
export async function give({ to, badge, message }) {
  // The user is asked for the name the first time, and may keep it to themselves.
  const { name = text("you") } = await user.profile();
  const date = new Date().toISOString();
  const key = `${prefix}${date}-${crypto.randomUUID().slice(0, 8)}`;
  await storage.set(key, { from: name, to, badge, message, date });
}

/** The kudos that the user has given, newest first. */
export async function given() {
  const keys = (await storage.keys()).filter((key) => key.startsWith(prefix)).sort().reverse();
  return Promise.all(keys.map(async (key) => ({ key, ...(await storage.get(key)) })));
}

/** Takes kudos back. */
export const takeBack = (key) => storage.remove(key);
