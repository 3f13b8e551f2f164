// Asks the user for permissions that a mini app is about to use: a sheet of the shell, outside the frame, which names the publisher and the
// reason. Anything but allowing it is a refusal.
(() => {
  "use strict";

  const { element, show, button, actions, hold } = AtollDialogs;

  const send = (path, frame, body) =>
    fetch(AtollHost.address(`/bridge/${path}`, frame), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });

  const waitingAtMost = 4;
  const busy = { code: -32013, message: "Too many calls wait for the user." };
  let asking = Promise.resolve(false);
  let waiting = 0;

  // Asks for these permissions, one question after another. Returns whether the user has answered.
  globalThis.AtollConsent = {
    ask(frame, names) {
      if (waiting >= waitingAtMost) return Promise.reject(busy);
      waiting += 1;
      asking = asking.catch(() => false).then(() => ask(frame, names)).finally(() => (waiting -= 1));
      return asking;
    },
  };

  async function ask(frame, names) {
    const response = await send("question", frame, { names });
    if (!response.ok) return false;
    const { name, items } = await response.json();
    // The user may have answered in the meantime, in this tab or another.
    if (items.length === 0) return true;
    const answer = await show(t`${name} asks for permission`, (end) => sheet(frame, name, items, end), "denied", (dialog) => {
      dialog.dataset.consent = "";
      hold(dialog);
    });
    // The page of the mini app is gone, and the question with it.
    if (answer === null) return false;
    const answers = Object.fromEntries(items.map((item) => [item.name, answer]));
    return (await send("answer", frame, { answers })).ok;
  }

  function sheet(frame, name, items, end) {
    const refuse = button(t`Don’t allow`, () => end("denied"));
    refuse.dataset.focus = "";
    const list = items.map(({ words, reason }) =>
      element(
        "li",
        {},
        element("strong", { textContent: words[0].toUpperCase() + words.slice(1) }),
        ...(reason ? [element("span", { textContent: t`“${reason}”`, dir: "auto" })] : []),
      ),
    );
    return [
      element("p", { className: "sheet-app", textContent: t`From ${frame.dataset.publisher}`, dir: "auto" }),
      element("h2", { textContent: t`Allow ${name} to:`, dir: "auto" }),
      element("ul", { className: "sheet-list" }, ...list),
      element("p", { className: "sheet-hint", textContent: t`You can take this back in your profile at any time.` }),
      actions(refuse, button(t`Allow once`, () => end("once")), button(t`Allow`, () => end("granted"), "primary")),
    ];
  }
})();
