import { device, on } from "/.atoll/atoll.js";

export async function network() {
  const end = on("device.networkChanged", ({ online }) => {
    console.log(online ? "online" : "offline");
    // To stop listening:
    end();
  });
  const { online } = await device.network();
  return online;
}

export async function battery() {
  const { level, charging } = await device.battery();
  return `${Math.round(level * 100)} %${charging ? ", charging" : ""}`;
}
