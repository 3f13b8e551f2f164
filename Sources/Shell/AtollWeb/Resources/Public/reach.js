// People, payments and messages: methods of the super app itself, with the shell's dialogs. The mini app only learns what the user has
// chosen and how it ended.
(() => {
  "use strict";

  const cancelled = { code: -32005, message: "The user has cancelled it." };
  const { element, show, button, actions, message, hold } = AtollDialogs;
  const heading = (app, title) => [
    element("p", { className: "sheet-app", textContent: app, dir: "auto" }), element("h2", { textContent: title, dir: "auto" })];

  // A name in the form in which names are compared: without case, accents, and the points of Hebrew and Arabic. FoldedText does more.
  const folded = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/gu, "").toLowerCase().replaceAll("ı", "i").replaceAll("ς", "σ");

  // Longer lists have a search field.
  const searchable = 7;

  // A list of people with a field to find one.
  function people(contacts, row) {
    const field = element("input", { type: "search", placeholder: t`Search`, autocomplete: "off" });
    field.setAttribute("aria-label", t`Search`);
    const list = element("div", { className: "sheet-people" });
    const rows = contacts.map((contact) => ({ key: folded(contact.name), row: row(contact) }));
    const fill = () => {
      const text = folded(field.value.trim());
      const found = rows.filter(({ key }) => key.includes(text)).map((each) => each.row);
      list.replaceChildren(...(found.length ? found : [message(contacts.length ? t`No contact has this name.` : t`There are no contacts to choose from.`)]));
    };
    field.addEventListener("input", fill);
    fill();
    return contacts.length > searchable ? [field, list] : [list];
  }

  // Without a search field, Cancel has the focus, so that a key that was meant for something else chooses no contact.
  function refusal(contacts, end) {
    const cancel = button(t`Cancel`, () => end(null));
    if (contacts.length <= searchable) cancel.dataset.focus = "";
    return cancel;
  }

  async function pick({ fields, multiple = false }, { frame, app }) {
    const contacts = await AtollHost.ask(frame, "contacts", {});
    const chosen = await show(t`Choose people`, (end) => {
      if (!multiple) {
        return [
          ...heading(app, t`Choose somebody`),
          ...people(contacts, (contact) => button(contact.name, () => end([contact]))),
          actions(refusal(contacts, end)),
        ];
      }
      const marked = new Set();
      const row = (contact) => {
        const box = element("input", { type: "checkbox", onchange: () => (box.checked ? marked.add(contact) : marked.delete(contact)) });
        return element("label", { className: "sheet-person" }, box, contact.name);
      };
      return [
        ...heading(app, t`Choose people`),
        ...people(contacts, row),
        actions(button(t`Cancel`, () => end(null)), button(t`Choose`, () => marked.size && end([...marked]), "primary")),
      ];
    }, null, hold);
    if (chosen === null) throw cancelled;
    const known = (contact) => fields.filter((field) => contact[field] !== undefined && contact[field] !== null);
    return chosen.map((contact) => Object.fromEntries(known(contact).map((field) => [field, contact[field]])));
  }

  function digits(currency) {
    try {
      return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits;
    } catch {
      return 2;
    }
  }

  function amountText({ value, currency }) {
    try {
      // The amount is passed as text, so that no cent is lost.
      return new Intl.NumberFormat(AtollTexts.language, { style: "currency", currency }).format(value);
    } catch {
      return `${value} ${currency}`;
    }
  }

  async function pay({ id, amount, label, items = [], data }, { frame, app }) {
    if (!/[1-9]/.test(amount.value)) throw { code: -32602, message: "The amount must be more than nothing." };
    // The sheet must show exactly the amount that is charged.
    for (const { value } of [amount, ...items]) {
      if ((value.split(".")[1] ?? "").length > digits(amount.currency)) {
        throw { code: -32602, message: `An amount in ${amount.currency} has at most ${digits(amount.currency)} decimals.` };
      }
    }
    // A bill whose items don't add up to the amount would mislead the user.
    const minor = (value) => BigInt(value.split(".")[0] + (value.split(".")[1] ?? "").padEnd(digits(amount.currency), "0"));
    if (items.length && items.reduce((sum, item) => sum + minor(item.value), 0n) !== minor(amount.value)) {
      throw { code: -32602, message: "The items must add up to the amount." };
    }
    const total = amountText(amount);
    const refuse = (end) => {
      const no = button(t`Cancel`, () => end(false));
      no.dataset.focus = "";
      return no;
    };
    const isWanted = await show(t`Pay`, (end) => [
      ...heading(app, t`Pay ${total}?`),
      message(label),
      ...(items.length ? [element("ul", { className: "sheet-list sheet-bill" }, ...items.map((item) =>
        element("li", {}, element("strong", { textContent: item.label, dir: "auto" }),
          element("span", { textContent: amountText({ ...amount, value: item.value }) }))))] : []),
      element("p", { className: "sheet-hint", textContent: t`To ${frame.dataset.publisher}` }),
      actions(refuse(end), button(t`Pay ${total}`, () => end(true), "primary")),
    ], false, hold);
    if (!isWanted) return { status: "cancelled" };
    const { status, receipt } = await AtollHost.ask(frame, "payments", { id, value: amount.value, currency: amount.currency, label, items, data });
    return receipt ? { status, receipt } : { status };
  }

  async function send({ text, path }, { frame, app }) {
    const contacts = await AtollHost.ask(frame, "contacts", {});
    const to = await show(t`Send a message`, (end) => [
      ...heading(app, t`Who should get this?`),
      element("blockquote", { className: "sheet-quote", textContent: text, dir: "auto" }),
      ...people(contacts, (contact) => button(contact.name, () => end(contact))),
      actions(refusal(contacts, end)),
    ], null, hold);
    if (to === null) return { sent: false };
    return AtollHost.ask(frame, "messages", path === undefined ? { to: to.id, text } : { to: to.id, text, path });
  }

  AtollDevice.add({ "contacts.pick": pick, "payments.request": pay, "messages.send": send });
})();
