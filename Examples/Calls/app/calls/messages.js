import { messages } from "/.atoll/atoll.js";

export async function send() {
  const { sent } = await messages.send({ text: "Are you coming to lunch?", path: "/pages/second" });
  return sent;
}
