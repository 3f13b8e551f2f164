import { start, storage } from "/.atoll/atoll.js";

/** The host's information and the translated texts, for every page of Expenses. */
export const { info, text, locale } = await start();

export const categories = ["travel", "meals", "lodging", "supplies", "other"];

const prefix = "expense/";
const receiptPrefix = "receipt/";

/** The expenses, newest first. Amounts are decimal strings, such as "12.50". */
export async function expenses() {
  const keys = (await storage.keys()).filter((key) => key.startsWith(prefix));
  const all = await Promise.all(keys.map(async (key) => ({ id: key.slice(prefix.length), ...(await patient(() => storage.get(key))) })));
  return all.sort((a, b) => b.date.localeCompare(a.date) || b.id.localeCompare(a.id));
}

/** Makes a call, and repeats it when the host allows, if there were too many calls at a time. */
export async function patient(call) {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (error.code !== -32006) throw error;
      await new Promise((resolve) => setTimeout(resolve, error.data?.retryAfter ?? 1_000));
    }
  }
}

export async function expense(id) {
  const found = await storage.get(prefix + id);
  return found && { id, ...found };
}

/** The picture of an expense's receipt, as a data URL. */
export const receipt = (id) => storage.get(receiptPrefix + id);

/** Stores an expense. `picture` is a data URL, null to remove the picture, or undefined to leave it unchanged. */
export async function save(id, fields, picture) {
  // Checked only with a photo: without a connection, the storage may not know whether the expense exists.
  const isNew = picture && (await storage.get(prefix + id)) === undefined;
  if (picture) await storage.set(receiptPrefix + id, picture);
  try {
    await storage.set(prefix + id, fields);
  } catch (error) {
    // A photo without its expense would only use up storage.
    if (isNew) await storage.remove(receiptPrefix + id);
    throw error;
  }
  if (picture === null) await storage.remove(receiptPrefix + id);
}

export async function remove(id) {
  await storage.remove(prefix + id);
  await storage.remove(receiptPrefix + id);
}

const handedKey = "handed-in";

/** The last known states of the expenses that were handed in, by their ids: "submitted" or "approved". */
export const handedIn = async () => (await storage.get(handedKey)) ?? {};

/** Stores the states of the user's reports, and returns them as `handedIn` does. Approved expenses stay approved, regardless of age. */
export async function remember(reports) {
  const known = await handedIn();
  const fresh = Object.fromEntries(Object.entries(known).filter(([, state]) => state === "approved"));
  // The newest report last: an expense that was sent back may be in a later one.
  for (const { state, text } of reports.toReversed()) {
    for (const { id } of text.entries) {
      if (state === "returned") delete fresh[id];
      else fresh[id] = state;
    }
  }
  if (JSON.stringify(known) !== JSON.stringify(fresh)) await storage.set(handedKey, fresh);
  return fresh;
}

export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}
