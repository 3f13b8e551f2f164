import { start, storage } from "/.atoll/atoll.js";

/** The host's information and the translated texts, for every page of Expenses. */
export const { info, text } = await start();

export const categories = ["travel", "meals", "lodging", "supplies", "other"];

const prefix = "expense/";
const receiptPrefix = "receipt/";

/** The expenses, newest first. Amounts are decimal strings, such as "12.50". */
export async function expenses() {
  const keys = (await storage.keys()).filter((key) => key.startsWith(prefix));
  const all = await Promise.all(keys.map(async (key) => ({ id: key.slice(prefix.length), ...(await storage.get(key)) })));
  return all.sort((a, b) => b.date.localeCompare(a.date) || b.id.localeCompare(a.id));
}

export async function expense(id) {
  const found = await storage.get(prefix + id);
  return found && { id, ...found };
}

/** The picture of an expense's receipt, as a data URL. */
export const receipt = (id) => storage.get(receiptPrefix + id);

/** Stores an expense. `picture` is a data URL, null to remove the picture, or undefined to leave it unchanged. */
export async function save(id, fields, picture) {
  const isNew = (await storage.get(prefix + id)) === undefined;
  if (picture) await storage.set(receiptPrefix + id, picture);
  try {
    await storage.set(prefix + id, fields);
  } catch (error) {
    // A photo without its expense would only use up storage.
    if (picture && isNew) await storage.remove(receiptPrefix + id);
    throw error;
  }
  if (picture === null) await storage.remove(receiptPrefix + id);
}

export async function remove(id) {
  await storage.remove(prefix + id);
  await storage.remove(receiptPrefix + id);
}

export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}
