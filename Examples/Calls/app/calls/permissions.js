import { permissions } from "/.atoll/atoll.js";

export async function query() {
  const { location, camera } = await permissions.query({ names: ["location", "camera"] });
  return { location, camera };
}

export async function request() {
  // In one sheet, after a tap, and only for permissions that the manifest names.
  return await permissions.request({ names: ["location", "notifications"] });
}
