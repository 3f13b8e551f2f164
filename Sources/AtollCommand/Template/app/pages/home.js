import { user } from "/.atoll/atoll.js";
import { text } from "/app.js";
import { greeting } from "/common/greeting.js";

const { name } = await user.profile();
document.querySelector("#greeting").textContent = greeting(name, new Date(), text);
