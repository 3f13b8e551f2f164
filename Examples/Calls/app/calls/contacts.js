import { contacts } from "/.atoll/atoll.js";

export async function pick() {
  // The user chooses; a mini app never sees the others.
  return await contacts.pick({ fields: ["name", "email"], multiple: true });
}
