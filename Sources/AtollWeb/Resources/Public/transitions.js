// Keeps the animated change of pages to where the page stays the same one, as when the hub switches between one column
// and two. On the way to another page, above all to one with a mini app in a frame, it would swallow the first click.
addEventListener("pageswap", ({ viewTransition, activation }) => {
  if (!viewTransition || new URL(activation.entry.url).pathname === location.pathname) return;
  // Skipping it is no error.
  for (const promise of [viewTransition.ready, viewTransition.updateCallbackDone]) promise.catch(() => {});
  viewTransition.skipTransition();
});
