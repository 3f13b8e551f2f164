import { secrets } from "/.atoll/atoll.js";

export async function set() {
  return await secrets.set({ key: "session", value: "a secret of your back end" });
}

export async function get() {
  const session = await secrets.get({ key: "session" });
  return session === null ? "There is none." : `${session.length} characters`;
}

export async function remove() {
  return await secrets.remove({ key: "session" });
}
