// Shares a link, or at least copies it. Returns the text to show to the user; nothing if the browser has shown its own.
globalThis.AtollShare = async (title, url) => {
  if (navigator.share) {
    const isDone = await navigator.share({ title, url }).then(() => true, ({ name }) => name === "AbortError");
    if (isDone) return undefined;
  }
  const copied = navigator.clipboard?.writeText(url) ?? Promise.reject();
  return copied.then(() => t`The link was copied.`, () => t`The browser does not let this page copy.`);
};

addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("[data-share]")) {
    const words = button.textContent;
    let timer;
    button.hidden = !navigator.share && !navigator.clipboard;
    button.addEventListener("click", async () => {
      const url = new URL(button.dataset.share, location.href).href;
      button.textContent = (await AtollShare(button.dataset.shareTitle, url)) ?? words;
      if (button.textContent !== words) document.getElementById("live-news").textContent = button.textContent;
      clearTimeout(timer);
      timer = setTimeout(() => (button.textContent = words), 3_000);
    });
  }
});
