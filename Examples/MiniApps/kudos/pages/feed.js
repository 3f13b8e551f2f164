import { given, locale, shared, takeBack, text } from "/app.js";
import { colleagues } from "/common/colleagues.js";
import { host, notifications, permissions, ui } from "/.atoll/atoll.js";
import * as backEnd from "/common/back-end.js";
import { avatar } from "/common/avatar.js";
import { picture } from "/common/badges.js";

const feed = document.getElementById("feed");
const said = document.getElementById("said");
const faces = new Map(colleagues.map(({ name, face }) => [name, face]));
const dates = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const language = locale.split("-")[0];

const samples = (await (await fetch("/common/feed.json")).json()).map((post) => ({
  ...post,
  message: post.message[language] ?? post.message.en,
}));

const join = document.getElementById("join");
const problem = document.getElementById("problem");

async function show() {
  const [own, theirs] = await Promise.all([given().catch(unreachable), shared().catch(unreachable)]);
  const posts = [...own, ...theirs].sort((one, other) => new Date(other.date) - new Date(one.date));
  feed.replaceChildren(...[...posts, ...samples].map(item));
}

function unreachable() {
  problem.textContent = text("unreachable");
  problem.hidden = false;
  return [];
}

// Users who take part see others' kudos immediately, and are notified of kudos for them.
async function takePart() {
  const me = await backEnd.me();
  backEnd.listen(async (kudos) => {
    problem.hidden = true;
    await show();
    if (kudos?.to !== me.id) return;
    const thanks = text("thanksYou", { from: kudos.fromName });
    said.textContent = thanks;
    // Users who don't want notifications see a toast while Kudos is open.
    notifications
      .schedule({ id: kudos.id, at: Date.now(), title: thanks, body: kudos.message, path: "/pages/feed" })
      .catch(() => ui.toast({ text: thanks, seconds: 5 }))
      .catch(() => {});
  });
}

async function offerToJoin() {
  const state = await backEnd.state();
  if (state === "granted") return takePart().catch(unreachable);
  join.hidden = state === "unavailable";
  if (state === "denied") isRefused();
}

// After a refusal, the user can change the decision in the settings, with all other permissions.
function isRefused() {
  join.hidden = false;
  join.querySelector("p").textContent = text("refusedText");
  join.querySelector("button").textContent = text("refused");
  join.dataset.refused = "";
}

// Confirms the action of the previous page here, where the user sees it.
function sayDone() {
  const done = { "#sent": "sent", "#noted": "noted" }[location.hash];
  if (!done) return;
  history.replaceState(history.state, "", location.pathname);
  ui.toast({ text: text(done) }).catch(() => {});
}

join.querySelector("button").addEventListener("click", async () => {
  if (join.dataset.refused !== undefined) return host.openSettings().catch(unreachable);
  try {
    // Asks for both permissions at the same time, in one question.
    await permissions.request({ names: ["user.token", "notifications"] });
    await takePart();
    join.hidden = true;
    await show();
  } catch (error) {
    if (error.code === -32003) isRefused();
    else unreachable();
  }
});

function item(post) {
  const item = element("li", { className: post.key || post.isOwn || post.isForMe ? "post own" : "post" });
  const head = element("div", { className: "head" });
  const line = element("p");
  // The order of the sentence's parts depends on the language.
  const parts = text(post.from === undefined ? "lineYou" : "line").split(/\{(from|to)\}/);
  line.append(...parts.map((part, index) => (index % 2 ? element("b", { textContent: post[part], dir: "auto" }) : part)));
  // The user's private notes are in the storage, under a key.
  const when = [dates.format(new Date(post.date)), post.key ? text("onlyYou") : null].filter(Boolean).join(" · ");
  line.append(element("span", { className: "when", textContent: when }));
  head.append(face(post.from ?? text("you")), line);
  if (post.key || post.isOwn) {
    const button = element("button", { className: "back-button", textContent: text("takeBack") });
    button.setAttribute("aria-label", text("takeBackLabel", { to: post.to }));
    button.addEventListener("click", async () => {
      await takeBack(post);
      said.textContent = text("takenBack");
      await show();
    });
    head.append(button);
  }
  const badge = element("p", { className: "badge" });
  badge.append(picture(post.badge), text(`badge-${post.badge}`));
  item.append(head, badge, element("p", { className: "message", textContent: post.message, dir: "auto" }));
  return item;
}

function face(name) {
  if (faces.has(name)) return avatar(faces.get(name));
  const initial = element("span", { className: "face initial", textContent: name[0] ?? "" });
  initial.setAttribute("aria-hidden", "true");
  return initial;
}

function element(name, properties = {}) {
  const values = typeof properties === "string" ? { textContent: properties } : properties;
  return Object.assign(document.createElement(name), values);
}

await show();
sayDone();
await offerToJoin();
