// Tells the server the time zone, starting with the first page after signing in.
(() => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  if (zone) document.cookie = `__Host-zone=${encodeURIComponent(zone)}; Path=/; Secure; SameSite=Lax; Max-Age=31536000`;
})();

addEventListener("DOMContentLoaded", () => {
  // Days begin in the user's time zone. It is sent once for each page that is opened, but not for updates of open
  // pages: two browsers in different zones would update each other endlessly.
  const place = document.querySelector("[data-time-zone]");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!place || !zone || zone === place.dataset.timeZone) return;
  fetch(place.dataset.timeZoneAddress, { method: "POST", redirect: "manual", body: new URLSearchParams({ zone }) }).catch(() => {});
});
