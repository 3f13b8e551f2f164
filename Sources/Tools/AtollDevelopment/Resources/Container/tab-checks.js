import { button, element, heading, hint, row, table } from "/.dev/files/dom.js";

/** The change that would allow a blocked request: an entry in the manifest, or an option. */
export function remedy({ directive, address }) {
  if (directive === "connect-src") {
    try {
      const { origin, hostname } = new URL(address);
      // No host lets a mini app connect to its user's machine.
      const isLocal = hostname === "127.0.0.1" || hostname === "localhost" || hostname.endsWith(".localhost");
      return isLocal ? `Only while you develop: atoll dev --connect ${origin}` : `"atoll_network": ["${origin}"]`;
    } catch {
      return "Only origins that atoll_network names may be connected to.";
    }
  }
  if (directive === "img-src" || directive === "media-src") {
    const origin = /^https:/.test(address) && URL.canParse(address) ? new URL(address).origin : null;
    return "Put the file into the package" + (origin ? `, or: "atoll_media": ["${origin}"]` : ".");
  }
  if (address === "eval") return 'Only a web app of another host may: "atoll_compat": { "eval": true }';
  if (directive === "script-src-attr") return 'addEventListener in a script of the package. Only a web app of another host may: "atoll_compat": { "eval": true }';
  if (address === "inline") return "Put the script into a separate file.";
  if (directive === "frame-src") return "Open external links with host.openURL.";
  return "Put the file into the package.";
}

/** The blocked requests, and the changes that would allow them. */
export function network(dev, panel) {
  const list = element("div");
  panel.append(
    hint(`It may connect to ${dev.state.miniApp?.network.join(", ") || "no server"} (atoll_network)${
      dev.state.connections.length ? `; while you develop, also to ${dev.state.connections.join(", ")} (--connect)` : ""}.`),
    element("div", { className: "row" }, button("Clear", () => {
      dev.current.blocked.length = 0;
      dev.changed("blocked", dev.current);
    })), list);
  const update = () => list.replaceChildren(dev.current.blocked.length
    ? table(["What", "Address", "Place", "What would allow it"], dev.current.blocked.slice(-100).reverse().map((each) =>
      row(each.directive, each.address, each.path ? `${each.path}${each.line ? `:${each.line}` : ""}` : "", remedy(each))))
    : hint("Nothing was stopped."));
  update();
  return { update };
}

const words = { block: "error", warn: "warning", info: "note" };

/** The findings of the Center's checks. */
export function review(dev, panel) {
  const list = element("div");
  panel.append(list);
  const update = () => {
    const { findings } = dev.state;
    if (!findings) return list.replaceChildren(hint("The checks are running."));
    if (!findings.length) return list.replaceChildren(hint("The Center's checks found nothing."));
    list.replaceChildren(...findings.map((finding) => element("details", { open: finding.severity === "block" },
      element("summary", {},
        element("span", { className: `said ${{ block: "bad", warn: "warn" }[finding.severity] ?? ""}`, textContent: finding.text }),
        element("span", { className: "soft", textContent: words[finding.severity] })),
      element("p", { className: "soft", textContent: `${finding.path ?? "package"}${finding.line ? `:${finding.line}` : ""}, ${finding.code}` }), ...(finding.excerpt ? [element("pre", { textContent: finding.excerpt })] : []),
      element("p", { className: "soft", textContent: finding.advice }))));
  };
  update();
  return { update };
}

const kilobytes = (bytes) => (bytes < 1000 ? `${bytes} bytes` : bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(2)} MB`);

/** The size of the package and of an update. */
export function size(dev, panel) {
  const place = element("div");
  panel.append(place);
  const update = () => {
    const { size: measured } = dev.state;
    if (!measured) return place.replaceChildren(hint("It is being measured."));
    place.replaceChildren(
      element("p", { textContent: `${measured.files.length} files, ${kilobytes(measured.bytes)}; packed ${kilobytes(measured.packed)}` }),
      element("p", { textContent: measured.update === undefined || measured.update === null
        ? "Start with --base to see what an update from the last published version costs."
        : `An update from the version of --base fetches ${kilobytes(measured.update)}.` }),
      heading("Files"),
      table(["File", "Bytes", ""], measured.files.slice(0, 200).map((file) => row(file.path, file.bytes, measured.update === undefined ? "" : file.isKnown ? "as before" : "new"))));
  };
  update();
  return { update };
}
