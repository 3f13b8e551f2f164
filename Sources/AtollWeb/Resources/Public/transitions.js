// Skips the animated change of pages on the way to and from a mini app: the first click into its frame would be lost.
addEventListener("pageswap", ({ viewTransition, activation }) => {
  const shows = (url) => new URL(url).pathname.startsWith("/miniapp/");
  if (!viewTransition || !(shows(activation.entry.url) || shows(location.href))) return;
  // Skipping it is no error.
  for (const promise of [viewTransition.ready, viewTransition.updateCallbackDone]) promise.catch(() => {});
  viewTransition.skipTransition();
});
