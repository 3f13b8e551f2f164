// All tabs have the same user: one that signs out, or in as somebody else, is followed by the others.
addEventListener("DOMContentLoaded", () => {
  const user = document.querySelector(".account")?.dataset.user ?? null;
  const isSignIn = document.querySelector(".page-sign-in") !== null;
  const session = new BroadcastChannel("atoll.session");
  if (user !== null || isSignIn) session.postMessage({ user });
  session.onmessage = ({ data }) => {
    if (user === null || (data?.user ?? null) === user) return;
    // What a mini app shows is gone at once, however long the page takes.
    for (const frame of document.querySelectorAll("iframe")) frame.remove();
    document.body.inert = true;
    location.reload();
  };
});
