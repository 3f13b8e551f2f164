import { on, updates } from "/.atoll/atoll.js";

export async function send() {
  const { serial } = await updates.send({ payload: { vote: "soup" }, info: "Someone voted for soup" });
  return serial;
}

let listening;

export async function since() {
  listening ??= on("updates.changed", ({ last }) => console.log(`There are updates up to ${last}.`));
  const { updates: news, last } = await updates.since({ serial: 0 });
  return { count: news.length, last };
}
