// Enters the code of the link that was followed. It comes after a `#`, which browsers don't send to servers.
"use strict";

function enter() {
  const code = /^#v1\.([A-Za-z2-7]{26})$/.exec(location.hash)?.[1];
  if (!code) return;
  document.getElementById("code").value = code;
  // The code must not stay in the history.
  history.replaceState(null, "", location.pathname);
}

addEventListener("DOMContentLoaded", enter);
addEventListener("hashchange", enter);
