// Skips the view transition to and from a mini app's page: the first click into its frame would be lost.
addEventListener("pageswap", ({ viewTransition, activation }) => {
  const shows = (url) => new URL(url).pathname.startsWith("/miniapp/");
  // There is no entry to go to when the page's storage was cleared.
  const next = activation?.entry?.url;
  if (!viewTransition) return;
  // Skipping a transition rejects these promises, also where the next page takes no part. That is not an error.
  for (const promise of [viewTransition.ready, viewTransition.updateCallbackDone, viewTransition.finished]) promise.catch(() => {});
  if (!((next && shows(next)) || shows(location.href))) return;
  viewTransition.skipTransition();
});
