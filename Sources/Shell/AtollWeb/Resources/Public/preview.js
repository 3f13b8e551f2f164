// Enters the code of the link that was followed. It follows a `#`, which browsers tell no server.
"use strict";

function enter() {
  const code = /^#v1\.([A-Za-z2-7]{26})$/.exec(location.hash)?.[1];
  if (!code) return;
  document.getElementById("code").value = code;
  // The code is removed from the history.
  history.replaceState(null, "", location.pathname);
}

addEventListener("DOMContentLoaded", enter);
addEventListener("hashchange", enter);
