// Enhancements of the hub: search as the user types, endless scrolling, dragging favourites, and requesting the
// location if the user chooses to. Everything except the location works without script.
addEventListener("DOMContentLoaded", () => {
  "use strict";

  const field = document.getElementById("hub-search");
  if (!field) return;
  const pause = 200;
  const skeletonAfter = 150;
  let asking = null;
  let timer = 0;

  // Search

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, pause);
  });
  field.form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    search();
  });

  function search() {
    const text = field.value.trim();
    show("/hub" + (text ? `?text=${encodeURIComponent(text)}` : ""));
  }

  // Replaces the results with those at a path. Only one request is under way at a time.
  async function show(address, headers = {}) {
    asking?.abort();
    const request = new AbortController();
    asking = request;
    const results = document.getElementById("hub-results");
    results.setAttribute("aria-busy", "true");
    const skeleton = setTimeout(() => results.classList.add("is-loading"), skeletonAfter);
    try {
      const response = await fetch(address, { signal: request.signal, headers: { Accept: "text/html", ...headers } });
      if (response.redirected || response.status === 401) return location.reload();
      if (!response.ok) throw new Error(response.status);
      const page = await AtollTrusted.page(response);
      results.replaceChildren(...page.getElementById("hub-results").childNodes);
      history.replaceState(history.state, "", address);
      prepare();
      say(document.getElementById("hub-summary")?.textContent ?? "");
    } catch (error) {
      if (error.name === "AbortError") return;
      const problem = document.createElement("p");
      problem.className = "offline";
      problem.setAttribute("role", "alert");
      const again = document.createElement("button");
      again.textContent = t`Try again`;
      again.addEventListener("click", () => show(address, headers));
      problem.append(t`The search failed: the super app can't be reached.`, " ", again);
      results.querySelector(".offline[role=alert]")?.remove();
      results.prepend(problem);
    } finally {
      if (asking === request) {
        clearTimeout(skeleton);
        results.classList.remove("is-loading");
        results.removeAttribute("aria-busy");
        asking = null;
      } else {
        clearTimeout(skeleton);
      }
    }
  }

  // Endless scrolling

  const end = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) more();
    },
    { rootMargin: "600px" },
  );

  async function more() {
    const link = document.getElementById("more");
    if (!link || link.dataset.asked) return;
    link.dataset.asked = "";
    try {
      const response = await fetch(link.href, { headers: { Accept: "text/html" } });
      if (!response.ok) throw new Error(response.status);
      const page = await AtollTrusted.page(response);
      const grid = document.getElementById("grid");
      if (!link.isConnected || !grid) return;
      for (const cell of [...page.querySelectorAll("#grid > .cell")]) {
        if (!document.getElementById(cell.id)) grid.append(cell);
      }
      const next = page.getElementById("more");
      if (next) link.replaceWith(next);
      else link.parentElement.remove();
      watch();
    } catch {
      // The link is still there, so the user can click it to try again.
      end.disconnect();
      delete link.dataset.asked;
    }
  }

  function watch() {
    end.disconnect();
    const link = document.getElementById("more");
    if (link) end.observe(link);
  }

  // The user's location

  function prepare() {
    watch();
    document.querySelector("[data-locate]")?.removeAttribute("hidden");
  }

  function locate() {
    const problem = document.getElementById("place-problem");
    const say = (text) => {
      problem.textContent = text;
      problem.hidden = false;
    };
    if (!navigator.geolocation) return say(t`This browser can't determine your location.`);
    problem.hidden = true;
    navigator.geolocation.getCurrentPosition(
      // Two decimals are about a kilometre, which is accurate enough.
      ({ coords }) => show("/hub?near=here", { "Atoll-Near": `${coords.latitude.toFixed(2)},${coords.longitude.toFixed(2)}` }),
      ({ code }) =>
        say(
          code === 1
            ? t`You have not allowed access to your location. Change that in the browser's settings for this page.`
            : t`Your location could not be determined. Try again, or search by name.`,
        ),
      { timeout: 10_000, maximumAge: 600_000 },
    );
  }

  // Favourites

  addEventListener("click", (event) => {
    if (event.target.closest?.("[data-locate]")) locate();
  });

  addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("[data-favourite]")) {
      event.preventDefault();
      send(form.action, new FormData(form)).then((works) => {
        if (!works) return form.submit();
        const button = form.querySelector("button");
        const isNow = button.getAttribute("aria-pressed") !== "true";
        button.setAttribute("aria-pressed", isNow);
        button.title = isNow ? t`Remove from favourites` : t`Add to favourites`;
        button.querySelector("svg").classList.toggle("filled", isNow);
        form.querySelector("[name=favourite]").value = isNow ? "no" : "yes";
        say(isNow ? t`${form.dataset.name} added to favourites.` : t`${form.dataset.name} removed from favourites.`);
        shelve();
      });
    } else if (form.closest("[data-arrange]")) {
      event.preventDefault();
      const row = form.closest(".row");
      const by = Number(form.querySelector("[data-by]").dataset.by);
      move(row, [...row.parentElement.children].indexOf(row) + by);
    }
  });

  // Moves a row of the favourites to a position, from 0.
  async function move(row, place) {
    const list = row.parentElement;
    const rows = [...list.children].filter((other) => other !== row);
    const to = Math.min(Math.max(place, 0), rows.length);
    const focus = row.contains(document.activeElement) ? document.activeElement : null;
    if (to === rows.length) list.append(row);
    else list.insertBefore(row, rows[to]);
    focus?.focus();
    say(t`${row.dataset.name}: ${to + 1} of ${rows.length + 1}.`);
    const works = await send("/hub/favourite/move", new URLSearchParams({ id: row.dataset.id, to: to + 1, shown: shown(list) }));
    if (!works) location.reload();
    const chips = document.querySelector("#shelf-favourites + .chips");
    const order = [...list.children].map((item) => chips.querySelector(`a[href$="/${CSS.escape(item.dataset.id)}"], a[href*="/${CSS.escape(item.dataset.id)}?"]`)?.parentElement);
    chips.append(...order.filter(Boolean));
  }

  const shown = (list) => [...list.children].map(({ dataset }) => dataset.id).join(",");

  let dragged = null;
  addEventListener("pointerdown", (event) => {
    const handle = event.target.closest?.(".handle");
    if (!handle) return;
    event.preventDefault();
    dragged = handle.closest(".row");
    dragged.classList.add("is-dragged");
    handle.setPointerCapture(event.pointerId);
  });
  addEventListener("pointermove", (event) => {
    if (!dragged) return;
    const rows = [...dragged.parentElement.children];
    const over = rows.find((row) => {
      const box = row.getBoundingClientRect();
      return event.clientY >= box.top && event.clientY < box.bottom;
    });
    if (!over || over === dragged) return;
    const isBelow = rows.indexOf(over) > rows.indexOf(dragged);
    over[isBelow ? "after" : "before"](dragged);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, () => {
      if (!dragged) return;
      dragged.classList.remove("is-dragged");
      move(dragged, [...dragged.parentElement.children].indexOf(dragged));
      dragged = null;
    });
  }

  async function send(address, fields) {
    try {
      return (await fetch(address, { method: "POST", body: new URLSearchParams(fields) })).ok;
    } catch {
      return false;
    }
  }

  // Updates the shelf of favourites. The grid below stays as it is, with all pages that were loaded while scrolling.
  async function shelve() {
    if (new URL(location.href).search) return;
    try {
      const response = await fetch("/hub", { headers: { Accept: "text/html" } });
      if (!response.ok) return;
      const page = await AtollTrusted.page(response);
      const shelf = (from) => from.getElementById("shelf-favourites")?.closest(".shelf");
      const [here, fresh] = [shelf(document), shelf(page)];
      if (document.getElementById("arrange")?.open) fresh?.querySelector("#arrange")?.setAttribute("open", "");
      if (here && fresh) here.replaceWith(fresh);
      else if (fresh) document.querySelector("#hub-results .tags").after(fresh);
      else here?.remove();
    } catch {
      // The next page that is opened shows the new order.
    }
  }

  function say(text) {
    document.getElementById("live-news").textContent = text;
  }

  prepare();
});
