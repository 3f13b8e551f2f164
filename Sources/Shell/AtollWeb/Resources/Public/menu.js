// The menu of the bar around a mini app. It is created here and not on the page, which is requested at each opening.
addEventListener("DOMContentLoaded", () => {
  "use strict";

  const menu = document.getElementById("app-menu");
  if (!menu) return;
  const { element } = AtollDialogs;
  const { miniApp: id, name, publisher } = document.getElementById("mini-app").dataset;
  const { about, permissions, favourite, user, preview } = menu.dataset;

  const icons = {
    about: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v5M12 8v.01",
    favourite: "M12 4l2.5 5.2 5.6.7-4.1 3.9 1.1 5.6-5.1-2.8-5.1 2.8 1.1-5.6L3.9 9.9l5.6-.7z",
    share: "M12 15V4M8 7l4-4 4 4M5 12v7h14v-7",
    permissions: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z",
    reload: "M19 12a7 7 0 1 1-2-5l2 2M19 4v5h-5",
    report: "M6 21V4h11l-2 4 2 4H6",
    search: "M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12M16 16l4 4",
    notices: "M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20a2 2 0 0 0 4 0",
    signOut: "M14 4h5v16h-5M10 8l-4 4 4 4M6 12h9",
  };

  function icon(kind) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("aria-hidden", "true");
    if (kind === "signOut") svg.classList.add("turns");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", icons[kind]);
    svg.append(path);
    return svg;
  }

  const button = (id, kind, text, properties = {}) =>
    element("li", {}, element("button", { type: "button", id, ...properties }, icon(kind), text));
  const link = (href, kind, text) => element("li", {}, element("a", { href }, icon(kind), text));

  const picture = document.querySelector("#splash .tile-icon")?.cloneNode(true);
  const head = element("p", { className: "app-menu-head" }, ...(picture ? [picture] : []),
    element("span", {}, element("strong", { textContent: name, dir: "auto" }), element("small", { textContent: publisher, dir: "auto" })));

  const star = button("menu-favourite", "favourite", t`Favourite`);
  star.firstChild.dataset.id = id;
  star.firstChild.setAttribute("aria-pressed", String(favourite !== undefined));
  const own = element("ul", {},
    // A preview is not in the hub, and a link to it opens nothing for other users.
    ...(about ? [link(about, "about", t`About ${name}`)] : []),
    ...(preview === undefined ? [star, button("menu-share", "share", t`Share a link`)] : []),
    ...(permissions ? [link(permissions, "permissions", t`Permissions`)] : []), button("menu-reload", "reload", t`Reload`),
    ...(about ? [link(`${about}#report`, "report", t`Report a problem`)] : []));

  const bell = document.getElementById("bell");
  bell?.append(icon("notices"), t`Notices`);
  const leave = element("form", { method: "post", action: "/sign-out" },
    element("button", { className: "sign-out" }, icon("signOut"),
      element("span", {}, t`Sign out`, " ", element("small", { className: "account-name", textContent: menu.dataset.name, dir: "auto" }))));
  const find = button("menu-search", "search", t`Search everything`);
  const shared = element("ul", {}, ...(user ? [find] : []), ...(bell ? [element("li", {}, bell)] : []), ...(user ? [element("li", {}, leave)] : []));

  menu.append(head, own, ...(shared.childElementCount ? [shared] : []));
});
