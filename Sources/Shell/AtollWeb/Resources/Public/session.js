// All tabs have the same user: when one signs out, or in as another user, the others follow.
addEventListener("DOMContentLoaded", () => {
  const user = document.querySelector(".account")?.dataset.user ?? null;
  const isSignIn = document.querySelector(".page-sign-in") !== null;
  const session = new BroadcastChannel("atoll.session");
  if (user !== null || isSignIn) session.postMessage({ user });
  session.onmessage = ({ data }) => {
    if (user === null || (data?.user ?? null) === user) return;
    // The content of a mini app disappears immediately, even if the page takes long.
    for (const frame of document.querySelectorAll("iframe")) frame.remove();
    document.body.inert = true;
    location.reload();
  };
});
