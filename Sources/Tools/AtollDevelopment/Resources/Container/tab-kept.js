import { button, element, field, heading, hint, pretty, row, select, table } from "/.dev/files/dom.js";

const later = (work, ms = 300) => {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, ms);
  };
};

/** The stored data of the mini app: values, files, secrets. */
export function storage(dev, panel) {
  const values = element("div");
  const sum = hint("");
  const files = element("div");
  const secret = element("pre", { textContent: "" });
  const key = element("input", { placeholder: "Key", label: "Key" });
  const value = element("input", { placeholder: "Value", label: "Value" });
  const secretKey = element("input", { placeholder: "Key of a secret", label: "Key of a secret" });
  const problem = element("p", { className: "bad", role: "status" });
  const call = async (method, params) => {
    const { result, error } = await dev.current.call(method, params);
    problem.textContent = error?.message ?? "";
    return result;
  };
  panel.append(
    heading("Values"), sum, values,
    element("div", { className: "row" }, key, value, button("Set", async () => {
      await call("storage.set", { key: key.value, value: value.value });
      fill();
    }), button("Clear all", async () => {
      await call("storage.clear");
      fill();
    })),
    heading("Files"), files,
    heading("Secrets"), hint("Secrets can't be listed: ask for one by its key."),
    element("div", { className: "row" }, secretKey, button("Show", async () => {
      secret.textContent = pretty(await call("secrets.get", { key: secretKey.value }) ?? null);
    })), secret, problem);

  async function fill() {
    const size = await call("storage.size");
    if (!size) return values.replaceChildren(hint("It is shown as soon as the mini app is open."));
    sum.textContent = `${size.used.toLocaleString()} of ${size.limit.toLocaleString()} bytes, ${size.keys} ${size.keys === 1 ? "key" : "keys"}`;
    const keys = (await call("storage.keys")) ?? [];
    const rows = await Promise.all(keys.slice(0, 200).map(async (each) => {
      const field = element("textarea", { rows: 1, label: each, value: (await call("storage.get", { key: each })) ?? "" });
      field.addEventListener("change", () => call("storage.set", { key: each, value: field.value }));
      return row(each, field, button("Remove", async () => {
        await call("storage.remove", { key: each });
        fill();
      }, { label: `Remove ${each}` }));
    }));
    values.replaceChildren(rows.length ? table(["Key", "Value", ""], rows) : hint("Nothing is stored."));
    const all = (await call("files.list")) ?? [];
    files.replaceChildren(all.length ? table(["Path", "Bytes", ""], all.map((file) => row(file.path, file.size, button("Remove", async () => {
      await call("files.remove", { path: file.path });
      fill();
    })))) : hint("There are no files."));
  }
  fill();
  const update = later(fill);
  return { update: () => dev.current.calls.at(-1)?.method.match(/^(storage|files|secrets)\./) && update() };
}

/** The permissions of the mini app, and the decisions of the user and the operator. */
export function permissions(dev, panel) {
  const list = element("div");
  panel.append(hint("The decisions of the user, and the permissions that the operator of the super app denies to all users."), list);
  async function fill() {
    const { miniApp } = dev.state;
    const names = miniApp?.permissions.map(({ name }) => name) ?? [];
    if (!names.length) return list.replaceChildren(hint("The manifest asks for no permissions (req_permissions)."));
    const { result = {} } = await dev.current.call("permissions.query", { names });
    list.replaceChildren(table(["Permission", "State", "Operator"], miniApp.permissions.map(({ name, reason, isCritical }) => {
      const about = element("span", {}, name, element("span", { className: "soft", textContent: ` ${isCritical ? "(needed) " : ""}${reason ?? ""}` }));
      const state = select([["prompt", "asks"], ["granted", "granted"], ["denied", "denied"]], result[name] ?? "prompt", (value) =>
        dev.current.tell({ type: "decide", permission: name, decision: value === "prompt" ? null : value }));
      state.setAttribute("aria-label", `State of ${name}`);
      const denied = element("input", { type: "checkbox", checked: dev.settings.denied.includes(name), label: `The operator denies ${name}`, onchange: ({ target }) =>
        dev.set({ denied: target.checked ? [...dev.settings.denied, name] : dev.settings.denied.filter((each) => each !== name) }) });
      return row(about, state, element("label", { className: "together" }, denied, "denies"));
    })));
  }
  fill();
  const update = later(fill);
  return { update: (what) => (what !== "call" || /^permissions\./.test(dev.current.calls.at(-1)?.method ?? "")) && update() };
}

/** The room that all panes share: its log, and its realtime messages. */
export function rooms(dev, panel) {
  const log = element("div");
  const live = element("div");
  panel.append(heading("Updates"), log, heading("Realtime"), live);
  async function fill() {
    const { result, error } = await dev.current.call("updates.since", { serial: 0 });
    const all = result?.updates ?? [];
    log.replaceChildren(error ? element("p", { className: "bad", textContent: error.message })
      : all.length ? table(["Serial", "From", "Update"], all.slice(-100).map((each) => row(each.serial, each.from ?? "", pretty(each.payload))))
        : hint("No updates were sent (updates.send)."));
    const messages = dev.current.events.filter(({ method }) => method === "realtime.message").slice(-100);
    live.replaceChildren(messages.length ? table(["From", "Data"], messages.map(({ params }) => row(params.from, pretty(params.data)))) : hint("Nothing was sent (realtime.send)."));
  }
  fill();
  const update = later(fill);
  return { update: () => {
    const last = [dev.current.events.at(-1)?.method, dev.current.calls.at(-1)?.method].join(" ");
    if (/updates\.(changed|send)|realtime\./.test(last)) update();
  } };
}

const decoded = (part) => JSON.parse(new TextDecoder().decode(bytes(part)));
const bytes = (part) => Uint8Array.from(atob(part.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));

/** A token for the mini app's back end: its claims, its expiration, and whether the published keys verify it. */
export function token(dev, panel) {
  const audience = element("input", { placeholder: "https://api.example.com", label: "Audience" });
  const result = element("div");
  const names = dev.state.miniApp?.network ?? [];
  if (names.length) audience.value = names[0];
  panel.append(hint("The token of user.token for the mini app's back end."), element("div", { className: "row" }, audience, button("Get a token", get)), result);
  async function get() {
    result.replaceChildren(hint("The user is asked, unless they have already decided."));
    const answer = await dev.current.call("user.token", audience.value ? { audience: audience.value } : {}, 60_000);
    if (answer.error) return result.replaceChildren(element("p", { className: "bad", textContent: answer.error.message }));
    const text = answer.result.token;
    const [head, body, signature] = String(text).split(".");
    const claims = decoded(body);
    const { kid } = decoded(head);
    const { result: set } = await dev.current.ask({ type: "keys" });
    const key = set?.keys?.find((each) => each.kid === kid);
    let isValid = false;
    if (key) {
      const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
      isValid = await crypto.subtle.verify(algorithm, await crypto.subtle.importKey("jwk", key, algorithm, false, ["verify"]),
        bytes(signature), new TextEncoder().encode(`${head}.${body}`)).catch(() => false);
    }
    result.replaceChildren(
      element("p", { className: isValid ? "" : "bad", textContent: isValid ? "The published keys verify it." : "The published keys do not verify it." }),
      hint(`Valid until ${new Date(claims.exp * 1000).toLocaleTimeString()}`),
      element("pre", { textContent: pretty(claims) }));
  }
  return {};
}
