// The search over everything, in a dialog over the page. search-trigger.js loads it when the user opens the search; the page around a mini
// app includes it. Without script, the button leads to a page that does the same.
(() => {
  "use strict";

  const pause = 150;
  let dialog = null;

  addEventListener("atoll:search", () => (document.getElementById("search-all") ?? { focus: open }).focus());
  const begin = () => {
    const field = document.getElementById("search-all");
    if (field) watch(field, document.getElementById("search-results"), document.getElementById("live-news"));
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin);
  else begin();

  function open() {
    if (dialog?.open) return;
    dialog = document.createElement("dialog");
    dialog.className = "sheet search-sheet";
    dialog.setAttribute("aria-label", t`Search everything`);
    const field = Object.assign(document.createElement("input"), {
      type: "search", autocomplete: "off", spellcheck: false, maxLength: 100, placeholder: t`Mini apps, people, products, settings`,
    });
    field.setAttribute("aria-label", t`Search everything`);
    const results = document.createElement("div");
    results.className = "search-found";
    // Changes outside a modal dialog are not announced.
    const news = Object.assign(document.createElement("p"), { className: "visually-hidden" });
    news.setAttribute("role", "status");
    const close = Object.assign(document.createElement("button"), { type: "button", textContent: t`Close` });
    close.addEventListener("click", () => dialog.close());
    const head = Object.assign(document.createElement("div"), { className: "search-head" });
    head.append(field, close);
    dialog.append(head, results, news);
    dialog.addEventListener("close", () => dialog.remove());
    // A tap outside closes it.
    dialog.addEventListener("click", ({ target, clientX, clientY }) => {
      const { left, right, top, bottom } = dialog.getBoundingClientRect();
      const isBeside = clientX < left || clientX > right || clientY < top || clientY > bottom;
      if (target === dialog && isBeside) dialog.close();
    });
    document.body.append(dialog);
    // Around a mini app, the dialog must be above all of its dialogs.
    if (globalThis.AtollDialogs) AtollDialogs.showOwn(dialog);
    else dialog.showModal();
    field.focus();
    watch(field, results, news);
  }

  // Searches as the user types, and lets the arrow keys move through the results.
  function watch(field, results, news) {
    let asking = null;
    let timer = 0;
    // The text that the results are for.
    let found = field.value.trim();

    function say(textContent) {
      const problem = Object.assign(document.createElement("p"), { className: "problem", textContent });
      problem.setAttribute("role", "alert");
      results.replaceChildren(problem);
    }

    async function find() {
      asking?.abort();
      const text = field.value.trim();
      if (!text) {
        found = text;
        return results.replaceChildren();
      }
      if (text === found) return;
      const request = (asking = new AbortController());
      results.setAttribute("aria-busy", "true");
      if (!results.childElementCount) results.textContent = t`Searching…`;
      try {
        const response = await fetch(`/search?${new URLSearchParams({ text })}`, { signal: request.signal, headers: { Accept: "text/html" } });
        if (response.redirected) {
          // Around a mini app, a reload would lose what the user has entered there.
          if (globalThis.AtollDialogs) return say(t`You were signed out. Reload the page to sign in again.`);
          return location.reload();
        }
        if (!response.ok) throw new Error(response.status);
        const page = await AtollTrusted.page(response);
        if (asking !== request) return;
        results.replaceChildren(...page.getElementById("search-results").childNodes);
        found = text;
        const count = results.querySelectorAll("a").length;
        const missing = [...results.querySelectorAll("section:has(.offline)")].map(({ textContent }) => textContent.trim());
        news.textContent = [t`${count} results`, ...missing].join(". ");
      } catch (error) {
        if (error.name === "AbortError") return;
        say(t`The search failed: the super app can't be reached.`);
      } finally {
        if (asking === request) results.removeAttribute("aria-busy");
      }
    }

    field.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(find, pause);
    });
    // Opens the first of the app's own results for the current text.
    async function open() {
      clearTimeout(timer);
      await find();
      // Results that publishers of mini apps have written open only when the user chooses one.
      if (found === field.value.trim()) results.querySelector("section:not([data-third-party]) a")?.click();
    }

    field.form?.addEventListener("submit", (event) => {
      event.preventDefault();
      open();
    });
    const around = field.closest("dialog, main");
    around.addEventListener("keydown", (event) => {
      const links = [...results.querySelectorAll("a")];
      const index = links.indexOf(document.activeElement);
      if (event.key === "Enter" && event.target === field && !field.form) open();
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      const next = index + (event.key === "ArrowDown" ? 1 : -1);
      (next < 0 ? field : links[Math.min(next, links.length - 1)])?.focus();
    });
  }
})();
