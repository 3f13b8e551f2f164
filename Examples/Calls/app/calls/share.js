import { share as give } from "/.atoll/atoll.js";

export async function share() {
  const { shared } = await give({ title: "Monday's list", text: "Leeks, salt, bread." });
  return shared;
}
