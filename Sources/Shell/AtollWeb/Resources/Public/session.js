// All tabs have the same user: when one signs out, or signs in as another user, the others follow.
addEventListener("DOMContentLoaded", () => {
  const user = document.querySelector(".account")?.dataset.user ?? null;
  const isSignIn = document.querySelector(".page-sign-in") !== null;
  const session = new BroadcastChannel("atoll.session");
  if (user !== null || isSignIn) session.postMessage({ user });
  session.onmessage = ({ data }) => {
    if (user === null || (data?.user ?? null) === user) return;
    // The contents of mini apps disappear immediately, however long the page takes.
    for (const frame of document.querySelectorAll("iframe")) frame.remove();
    document.body.inert = true;
    location.reload();
  };
});
