// The card on the home screen: it may read what the mini app has stored, and is shown again every five minutes.
import { text } from "/app.js";
import { count } from "/common/count.js";

document.querySelector("#count").textContent = text("count", { count: await count() });
