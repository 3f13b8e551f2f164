import { host } from "/.atoll/atoll.js";

export async function info() {
  const { name, language, theme, features } = await host.info();
  const canPay = features.includes("payments.request");
  return { name, language, theme, canPay };
}

export async function openURL() {
  // The user sees the whole URL, and decides.
  return await host.openURL({ url: "https://example.com/help" });
}

export async function openSettings() {
  return await host.openSettings();
}

export async function log() {
  return await host.log({ level: "info", message: "The list was sorted.", data: { by: "name" } });
}

export async function close() {
  // For the mini app that opened this one with `forResult`.
  return await host.close({ result: { chosen: 3 } });
}
