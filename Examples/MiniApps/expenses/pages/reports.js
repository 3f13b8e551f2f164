import { element, locale, remember, text } from "/app.js";
import { format } from "/common/money.js";
import { total } from "/common/sums.js";
import * as backEnd from "/common/back-end.js";
import { host, ui } from "/.atoll/atoll.js";

const [problem, loading, join, deciding, handed] = ["problem", "loading", "join", "deciding", "handed"].map((id) => document.getElementById(id));
const days = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
const short = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });

async function show() {
  loading.hidden = !(deciding.hidden && handed.hidden);
  const { isManager } = await backEnd.me();
  const [own, waiting] = await Promise.all([backEnd.reports(), isManager ? backEnd.waiting() : []]);
  await remember(own);
  problem.hidden = join.hidden = loading.hidden = true;
  deciding.hidden = !isManager;
  document.getElementById("nothing").hidden = waiting.length > 0;
  document.getElementById("waiting").replaceChildren(...items(waiting, true));
  handed.hidden = false;
  document.getElementById("none").hidden = own.length > 0;
  document.getElementById("own").replaceChildren(...items(own, false));
}

/** The reports that this version can read. */
function items(reports, isWaiting) {
  return reports.flatMap((report) => {
    try {
      return [item(report, isWaiting)];
    } catch (error) {
      console.error(error);
      return [];
    }
  });
}

function item(report, isWaiting) {
  const { title, entries } = report.text;
  const amounts = [...total(entries)].map(([currency, amount]) => format(amount, currency, locale));
  const who = isWaiting ? report.ownerName : report.decision?.byName;
  const when = text("handedOn", { date: days.format(new Date(report.date)) });
  const about = element("span", {}, ...(isWaiting ? [isolated(who), " · ", when] : [when]));
  if (!isWaiting && who) about.append(" · ", ...sentence("decidedBy", "name", isolated(who)));
  const head = element(
    "summary",
    { id: `report-${report.id}` },
    element("span", { className: "what" }, element("b", {}, isolated(title)), about),
    element("span", { className: "amount" }, ...amounts.flatMap((amount, index) => [index ? " + " : "", isolated(amount)])),
  );
  const details = element("details", { className: "report" }, head);
  if (!isWaiting) head.append(element("span", { className: `state ${report.state}`, textContent: text(`state-${report.state}`) }));
  if (report.decision?.note) details.append(element("p", { className: "note", textContent: report.decision.note, dir: "auto" }));
  details.append(element("ul", { className: "lines" }, ...entries.map((entry, place) => line(report, entry, place))));
  const buttons = actions(report, isWaiting);
  for (const button of buttons) button.setAttribute("aria-describedby", head.id);
  if (buttons.length) details.append(element("div", { className: "actions" }, ...buttons));
  return element("li", {}, details);
}

/** A text whose direction may differ from that of the line. */
const isolated = (words) => element("bdi", { textContent: words });

/** A text with an element in it. */
const sentence = (key, name, inside) => text(key).split(`{${name}}`).flatMap((part, index) => (index ? [inside, part] : [part]));

function line(report, entry, place) {
  const row = element(
    "li",
    {},
    element("span", {}, short.format(new Date(entry.date)), " · ", isolated(entry.note || text(`category-${entry.category}`))),
    element("span", { className: "amount", textContent: format(total([entry]).get(entry.currency), entry.currency, locale) }),
  );
  if (entry.hasReceipt) {
    const button = element("button", { className: "link", type: "button", textContent: text("showReceipt") });
    button.addEventListener("click", () => open(button, report.id, place));
    row.append(button);
  }
  return row;
}

async function open(button, report, place) {
  button.disabled = true;
  try {
    const picture = element("img", { className: "paper", src: await backEnd.receipt(report, place), alt: text("receiptOf"), tabIndex: -1 });
    button.replaceWith(picture);
    picture.focus();
  } catch (error) {
    button.disabled = false;
    // Receipts of reports that were decided long ago have made room for others.
    if (error.status === 404) button.replaceWith(element("span", { className: "lead", textContent: text("receiptGone") }));
    else complain(error);
  }
}

function actions(report, isWaiting) {
  const button = (key, className, act) => {
    const made = element("button", { className, type: "button", textContent: text(key) });
    made.addEventListener("click", () => attempt(act, isWaiting ? deciding : handed));
    return made;
  };
  if (isWaiting) return [button("approve", "secondary", () => decide(report, true)), button("sendBack", "quiet", () => decide(report, false))];
  return report.state === "submitted" ? [button("takeBack", "quiet", () => takeBack(report))] : [];
}

/** Performs an action on a report, shows the new state of all reports, and moves the focus to that section. */
async function attempt(act, section) {
  try {
    const done = await act().catch((error) => {
      // Another manager was faster.
      if ([404, 409].includes(error.status)) return "changedMeanwhile";
      throw error;
    });
    if (!done) return;
    await show();
    section.querySelector("h2").focus();
    ui.toast({ text: text(done) }).catch(() => {});
  } catch (error) {
    complain(error);
  }
}

async function decide(report, isApproved) {
  let note = "";
  if (!isApproved) {
    note = await ui.prompt({ title: text("sendBack"), message: text("whatToChange", { name: report.ownerName }) });
    if (note === null) return null;
  }
  await backEnd.decide(report.id, isApproved, [...note].slice(0, 500).join(""));
  return isApproved ? "approvedOne" : "returnedOne";
}

async function takeBack({ id }) {
  await backEnd.takeBack(id);
  return "tookBack";
}

function complain(error) {
  loading.hidden = true;
  // The user knows about cancelling.
  if (error.code === -32005) return;
  if (error.code === -32003) return offer("denied");
  problem.textContent = text(error.status === 429 || error.code === -32006 ? "tooFast" : "unreachable");
  problem.hidden = false;
}

// After a refusal, the user can change the decision in the settings, with all other permissions.
function offer(state) {
  const [words, button] = [join.querySelector("p"), join.querySelector("button")];
  join.hidden = false;
  join.dataset.state = state;
  button.hidden = state === "unavailable";
  words.textContent = text({ denied: "refusedText", unavailable: "notHere" }[state] ?? "joinText");
  button.textContent = text(state === "denied" ? "refused" : "join");
}

join.querySelector("button").addEventListener("click", async () => {
  // The decision may have changed in the meantime, in another tab or in the app's settings.
  const state = await backEnd.state();
  if (state !== "denied") return show().catch(complain);
  if (join.dataset.state !== "denied") return offer("denied");
  host.openSettings().catch(() => (join.querySelector("button").hidden = true));
});

// Confirms the action of the previous page here, where the user sees it.
if (location.hash === "#handed-in") {
  history.replaceState(history.state, "", location.pathname);
  ui.toast({ text: text("handedIn") }).catch(() => {});
}

const state = await backEnd.state();
if (state === "granted") await show().catch(complain);
else offer(state);
