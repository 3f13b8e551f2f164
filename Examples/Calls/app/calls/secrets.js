import { secrets } from "/.atoll/atoll.js";

export async function set() {
  return await secrets.set({ key: "session", value: "a secret of your back end" });
}

export async function get() {
  const session = await secrets.get({ key: "session" });
  return session === null ? "No session is stored." : `${session.length} characters`;
}

export async function remove() {
  return await secrets.remove({ key: "session" });
}
