import { storage } from "/.atoll/atoll.js";
import "/app.js";

const sent = await storage.getAll("sent/");
document.querySelector("#sent").replaceChildren(...Object.values(sent).reverse().map(({ name, date }) =>
  Object.assign(document.createElement("li"), { textContent: `${name}, ${new Date(date).toLocaleDateString()}` })));
