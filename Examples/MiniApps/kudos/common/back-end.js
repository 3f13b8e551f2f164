// Kudos' back end, which stores and delivers thanks to other users. The super app's tokens name the user. Without the user's
// consent, or without a connection, Kudos works locally.
import { permissions, user } from "/.atoll/atoll.js";

const origin = "https://api.kudos.example.com";

/** Whether the user has let Kudos sign in at its back end: "granted", "prompt", "denied" or "unavailable". */
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
  if (!response.ok) throw new Error(`The back end of Kudos answered ${response.status}.`);
  return response.status === 204 ? null : response.json();
}

/** The user at the back end: {id, name}. The first time, the user is asked for consent. */
export const me = () => ask("/v1/me");

/** The people who can be thanked: [{id, name}]. */
export const people = () => ask("/v1/people");

/** The newest thanks. */
export const newest = () => ask("/v1/kudos");

/** Thanks a person, by their id. */
export const thank = (to, badge, message) =>
  ask("/v1/kudos", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ to, badge, message }),
  });

/** Takes thanks back. */
export const takeBack = (id) => ask(`/v1/kudos/${encodeURIComponent(id)}`, { method: "DELETE" });

/** Calls `changed` with each change from now on: new thanks, or null for any other change. Reconnects when the stream ends. */
export async function listen(changed) {
  for (let pause = 1_000; ; pause = Math.min(pause * 2, 30_000)) {
    try {
      const response = await user.fetch(`${origin}/v1/events`);
      if (response.status === 403 || response.status === 401) return;
      if (!response.ok) throw new Error(`The back end of Kudos answered ${response.status}.`);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      // Changes may have been missed before.
      changed(null);
      for (let text = ""; ; ) {
        const { value, done } = await reader.read();
        if (done) break;
        pause = 1_000;
        const events = (text + value).split("\n\n");
        text = events.pop();
        for (const event of events) if (event.startsWith("data: ")) changed(parse(event.slice(6)));
      }
    } catch (error) {
      // The user has revoked the consent.
      if (error.code === -32003) return;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
