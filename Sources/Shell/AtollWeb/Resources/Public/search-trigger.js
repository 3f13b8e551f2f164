// Loads the search when the user opens it: with its button, a link with `data-search`, "/" or ⌘K.
(() => {
  const isField = (element) => element?.matches?.("input, textarea, select, [contenteditable]") ?? false;
  const button = () => document.getElementById("search-button");
  let isThere = false;

  function search() {
    const begin = () => dispatchEvent(new Event("atoll:search"));
    if (isThere) return begin();
    isThere = true;
    if (document.querySelector('script[src$="/search.js"]')) return begin();
    const script = Object.assign(document.createElement("script"), { src: AtollTrusted.script(button().dataset.script), onload: begin });
    // If the script does not load, the search page does the same.
    script.onerror = () => location.assign(button().href);
    document.head.append(script);
  }

  addEventListener("click", (event) => {
    if (!event.target.closest?.("#search-button, [data-search]") || !button() || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    search();
  });
  // A card with the keyboard focus reports the shortcut.
  addEventListener("atoll:find", () => {
    if (button() && !document.querySelector("dialog[open]")) search();
  });
  addEventListener("keydown", (event) => {
    const isShortcut = event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey;
    const isSlash = event.key === "/" && !isField(event.target) && !event.metaKey && !event.ctrlKey && !event.altKey;
    // The user has to answer an open dialog first.
    if ((!isShortcut && !isSlash) || !button() || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    search();
  });
})();
