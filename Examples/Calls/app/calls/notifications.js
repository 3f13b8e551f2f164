import { notifications } from "/.atoll/atoll.js";

export async function schedule() {
  const at = Date.now() + 15 * 60_000;
  return await notifications.schedule({ id: "lunch", at, title: "Lunch in a quarter of an hour", path: "/pages/second" });
}

export async function cancel() {
  return await notifications.cancel({ id: "lunch" });
}

export async function badge() {
  // 0 removes it.
  return await notifications.badge({ count: 2 });
}
