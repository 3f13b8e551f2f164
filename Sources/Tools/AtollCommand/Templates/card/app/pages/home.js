import { text } from "/app.js";
import { count, add } from "/common/count.js";

const place = document.querySelector("#count");
const show = async () => (place.textContent = text("count", { count: await count() }));
document.querySelector("#more").addEventListener("click", async () => {
  await add();
  await show();
});
await show();
