import { on, realtime } from "/.atoll/atoll.js";

let listening;

export async function join() {
  listening ??= on("realtime.message", ({ data }) => console.log(data));
  return await realtime.join();
}

export async function send() {
  return await realtime.send({ data: { x: 0.5, y: 0.25 } });
}

export async function leave() {
  listening?.();
  listening = undefined;
  return await realtime.leave();
}
