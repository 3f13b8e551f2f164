// Expenses' back end, where reports wait for a manager. The super app's tokens name the user, and the user's roles that begin with
// "Sales". Without the user's consent, or without a connection, expenses are stored locally and nothing is handed in.
import { permissions, user } from "/.atoll/atoll.js";

const origin = "https://api.expenses.example.com";

/** Whether the user has let Expenses sign in at its back end: "granted", "prompt", "denied" or "unavailable". */
export async function state() {
  try {
    return (await permissions.query({ names: ["user.token"] }))["user.token"];
  } catch {
    // A host that does not support tokens.
    return "unavailable";
  }
}

async function ask(path, options) {
  const response = await user.fetch(origin + path, options);
  if (!response.ok) throw Object.assign(new Error(`The back end of Expenses answered ${response.status}.`), { status: response.status });
  return response.status === 204 ? null : response.json();
}

function send(method, path, body) {
  return ask(path, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

/** The user at the back end: {name, isManager}. The first time, the user is asked for consent. */
export const me = () => ask("/v1/me");

/** The user's reports, newest first: [{id, date, state, text: {title, entries}, decision?: {byName, date, note}}]. */
export const reports = () => ask("/v1/reports");

/** The reports that a manager can decide about, with `ownerName`. */
export const waiting = () => ask("/v1/waiting");

/** Hands in a report. `receipts` has the picture of each entry that has one, by its index. */
export async function handIn(id, text, receipts) {
  await send("PUT", `/v1/reports/${id}`, text);
  for (const [place, picture] of receipts) {
    await ask(`/v1/reports/${id}/receipts/${place}`, { method: "PUT", headers: { "Content-Type": "text/plain" }, body: picture });
  }
  await ask(`/v1/reports/${id}/submission`, { method: "POST" });
}

/** Takes back a report that has not been decided. */
export const takeBack = (id) => ask(`/v1/reports/${id}`, { method: "DELETE" });

/** The picture of a receipt, as a data URL. */
export const receipt = async (id, place) => (await ask(`/v1/reports/${id}/receipts/${place}`)).picture;

/** Decides about a report. */
export const decide = (id, isApproved, note) => send("POST", `/v1/reports/${id}/decision`, { isApproved, note });
