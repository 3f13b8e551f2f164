import { ui } from "/.atoll/atoll.js";

export async function toast() {
  return await ui.toast({ text: "Saved.", seconds: 2 });
}

export async function alert() {
  return await ui.alert({ title: "Closed today", message: "The canteen opens again on Monday." });
}

export async function confirm() {
  const isSure = await ui.confirm({ message: "Delete the list?", ok: "Delete", destructive: true });
  return isSure ? "Deleted." : "Kept.";
}

export async function prompt() {
  const name = await ui.prompt({ message: "What is the list called?", placeholder: "Shopping" });
  return name ?? "Cancelled.";
}

export async function choose() {
  const id = await ui.choose({ title: "Sort by", options: [{ id: "name", text: "Name" }, { id: "date", text: "Date" }] });
  return id ?? "Cancelled.";
}

export async function loading() {
  await ui.loading({ visible: true, text: "Just a moment" });
  await new Promise((resolve) => setTimeout(resolve, 500));
  return await ui.loading({ visible: false });
}

export async function haptic() {
  return await ui.haptic({ kind: "success" });
}
