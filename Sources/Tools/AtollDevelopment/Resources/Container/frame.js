// Runs in each page of a mini app during development, before all other scripts. Reports problems to the page around it, and performs the
// actions that it requests.
(() => {
  "use strict";

  const send = (message) => parent.postMessage({ atollDev: message }, "*");
  const path = (address) => {
    try {
      const url = new URL(address, location.href);
      return url.origin === location.origin ? url.pathname.slice(1) || "/" : url.href;
    } catch {
      return String(address);
    }
  };
  const text = (value) => {
    if (typeof value === "string") return value;
    if (value instanceof Error) return value.stack?.startsWith(value.name) ? value.stack : `${value.name}: ${value.message}`;
    if ((Array.isArray(value) || ArrayBuffer.isView(value)) && value.length > 100) return `[${value.length} values]`;
    try {
      return JSON.stringify(value) ?? String(value);
    } catch {
      return String(value);
    }
  };
  const place = (stack) => {
    const found = /(https?:\/\/[^\s)]+?):(\d+):(\d+)/.exec(stack ?? "");
    return found ? { path: path(found[1]), line: Number(found[2]), column: Number(found[3]) } : {};
  };

  for (const level of ["debug", "log", "info", "warn", "error"]) {
    const own = console[level];
    console[level] = (...values) => {
      own.apply(console, values);
      try {
        send({ type: "console", level, text: values.map(text).join(" ").slice(0, 4000), ...place(new Error().stack?.split("\n").slice(2).join("\n")) });
      } catch {
        // If reporting fails for any reason, the page continues as without this script.
      }
    };
  }
  // The error with which the host stops a handler while it asks the user.
  const isQuestion = (error) => error?.name === "AtollWaiting";
  addEventListener("error", (event) => {
    if (event.target instanceof Element) {
      const { src, href } = event.target;
      // A sheet exists but still fails if a sheet that it imports can't be loaded.
      if (event.target.localName === "link" && event.target.sheet) {
        return send({ type: "missing", text: `${path(href)} imports a style sheet that can't be loaded.`, path: path(href) });
      }
      const what = event.target.type === "module" ? ", or something that it imports," : "";
      return send({ type: "missing", text: `${path(src || href || "")}${what} can't be loaded.`, path: path(src || href || "") });
    }
    if (isQuestion(event.error)) return;
    send({ type: "error", text: text(event.error ?? event.message), path: path(event.filename || location.href), line: event.lineno || undefined, column: event.colno || undefined });
  }, true);
  addEventListener("unhandledrejection", ({ reason }) => !isQuestion(reason) && send({ type: "error", text: text(reason), ...place(reason?.stack) }));
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile, lineNumber, columnNumber }) => {
    // The browser blocks inline handlers. The host then runs them if the manifest permits that.
    if (effectiveDirective === "script-src-attr" && globalThis.AtollCompat?.values.evaluates) return;
    send({ type: "blocked", directive: effectiveDirective, address: blockedURI, path: sourceFile ? path(sourceFile) : path(location.href), line: lineNumber || undefined, column: columnNumber || undefined });
  });

  const kept = "atoll.dev.scroll";
  addEventListener("load", () => {
    try {
      const [x, y] = JSON.parse(sessionStorage.getItem(kept)) ?? [];
      sessionStorage.removeItem(kept);
      if (y !== undefined) requestAnimationFrame(() => scrollTo(x, y));
    } catch {
      // Nothing was stored.
    }
  });

  // New style sheets are loaded before the old ones are removed, so that the page is always styled.
  function swapLooks() {
    const mark = `dev=${Date.now()}`;
    const fresh = (address) => {
      const url = new URL(address, location.href);
      url.search = url.search.replace(/[?&]dev=\d+/, "");
      url.search += (url.search ? "&" : "?") + mark;
      return url.href;
    };
    const isOwn = (address) => address && new URL(address, location.href).origin === location.origin;
    for (const link of document.querySelectorAll('link[rel~="stylesheet"]')) {
      if (!isOwn(link.href)) continue;
      const next = link.cloneNode();
      next.href = fresh(link.href);
      next.onload = next.onerror = () => link.remove();
      link.after(next);
    }
    for (const image of document.images) if (isOwn(image.src) && /^https?:/.test(image.src)) image.src = fresh(image.src);
  }

  const steps = {
    find: (selector) => document.querySelector(selector),
    text: ({ selector }) => (selector ? steps.find(selector) : document.body)?.innerText ?? null,
    type: ({ selector, value }) => {
      const field = steps.find(selector);
      if (!field) return false;
      field.focus();
      if (field.isContentEditable) {
        field.textContent = String(value);
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
        return true;
      }
      if (!field.matches("input, textarea, select")) throw new Error("This is not a field that can be filled.");
      if (field.type === "checkbox" || field.type === "radio") {
        field.checked = Boolean(value);
      } else {
        // Sets the value as a user does, bypassing setters that frameworks put over it.
        const owner = { TEXTAREA: HTMLTextAreaElement, SELECT: HTMLSelectElement }[field.tagName] ?? HTMLInputElement;
        Object.getOwnPropertyDescriptor(owner.prototype, "value").set.call(field, String(value));
      }
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
      return true;
    },
    tap: ({ selector }) => {
      const found = steps.find(selector);
      if (!found?.checkVisibility({ visibilityProperty: true })) return null;
      found.scrollIntoView({ block: "center" });
      const box = found.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      // A tap hits the element that is topmost at that position.
      const hit = found.getRootNode().elementFromPoint(x, y);
      return hit && (found.contains(hit) || hit.contains(found)) ? { x, y } : null;
    },
    exists: ({ selector }) => steps.find(selector) !== null,
    go: ({ to }) => {
      location.assign(to);
      return true;
    },
  };

  addEventListener("message", ({ source, data }) => {
    const asked = source === parent ? data?.atollDev : undefined;
    if (!asked) return;
    if (asked.type === "looks") {
      swapLooks();
    } else if (asked.type === "reload") {
      try {
        sessionStorage.setItem(kept, JSON.stringify([scrollX, scrollY]));
      } catch {
        // The page starts at the top.
      }
      location.reload();
    } else if (asked.type === "theme") {
      AtollLook(asked.theme);
    } else if (asked.type === "step") {
      let result = null;
      try {
        result = steps[asked.step]?.(asked) ?? null;
      } catch ({ message }) {
        // For example, an invalid selector.
        result = { problem: message };
      }
      send({ type: "stepped", id: asked.id, result });
    }
  });
  send({ type: "begun" });
})();
