import { analytics } from "/.atoll/atoll.js";

export async function event() {
  return await analytics.event({ name: "list_shared", params: { items: "3" } });
}
