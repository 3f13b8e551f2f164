import { user } from "/.atoll/atoll.js";
import { text } from "/app.js";
import { greeting } from "/common/greeting.js";

// The user is asked for permission the first time, and may decline.
const { name = text("friend") } = await user.profile();
document.querySelector("#greeting").textContent = greeting(name, new Date(), text);
