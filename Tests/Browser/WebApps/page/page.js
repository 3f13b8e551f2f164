"use strict";
function say(text) {
  document.getElementById("said").textContent = text;
}
document.getElementById("starts").textContent = `${localStorage.starts} ${localStorage.length} ${Object.keys(localStorage).length} ${location.search}|${window.name}`;
const on = (id, does) => document.getElementById(id).addEventListener("click", does);
on("where", () =>
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => say(`${coords.latitude.toFixed(1)} ${coords.longitude.toFixed(1)}`), ({ code }) => say(`refused ${code}`)));
on("copy", () => navigator.clipboard.writeText("from the page").then(() => say("copied"), (error) => say(error.name)));
on("alert", () => {
  alert("An old way to say something");
  say("said");
});
let asked = 0;
on("ask", () => {
  asked += 1;
  if (!confirm("Clear the list?")) return say(`kept ${asked}`);
  say(`cleared, because ${prompt("Why?", "old")}, ${asked}`);
});
on("late", () => setTimeout(() => say(`late ${confirm("Too late?")}`)));
on("evaluate", () => {
  try {
    say(`evaluated ${Function("return 1")()}`);
  } catch (error) {
    say(error.name);
  }
});
