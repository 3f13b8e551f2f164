import { start, storage, user } from "/.atoll/atoll.js";

/** What every page of Kudos needs. */
export const { info, text } = await start();

/** The colleagues that one can thank, by name. */
export const colleagues = await (await fetch("/common/colleagues.json")).json();

const prefix = "kudos/";

/** Keeps what the user gives to a colleague. */
export async function give({ to, badge, message }) {
  const { name } = await user.profile();
  const date = new Date().toISOString();
  const key = `${prefix}${date}-${crypto.randomUUID().slice(0, 8)}`;
  await storage.set(key, { from: name, to, badge, message, date });
}

/** What the user has given, the newest first. */
export async function given() {
  const keys = (await storage.keys()).filter((key) => key.startsWith(prefix)).sort().reverse();
  return Promise.all(keys.map(async (key) => ({ key, ...(await storage.get(key)) })));
}

/** Takes one back. */
export const takeBack = (key) => storage.remove(key);
