import { locale, pay, places, receipts, scan, text } from "/app.js";

const problem = document.getElementById("problem");
const done = document.getElementById("done");
const list = document.getElementById("receipts");
const money = new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" });

async function show() {
  list.replaceChildren(
    ...(await receipts()).map(({ place, value, receipt }) =>
      Object.assign(document.createElement("li"), { className: "place", textContent: text("receipt", { place, value: money.format(value), receipt }) })),
  );
}

document.getElementById("scan").addEventListener("click", async ({ target }) => {
  target.disabled = true;
  problem.hidden = true;
  done.textContent = "";
  try {
    const code = (await scan()).text.trim().toLowerCase();
    const [, id, table] = /^([a-z]+)-([0-9]{1,3})$/.exec(code) ?? [];
    const place = places.find((each) => each.id === id);
    if (!place) throw new Error("unknown");
    const { status } = await pay(place, table);
    done.textContent = text(`payment-${status}`);
    await show();
  } catch (error) {
    if (error.code !== -32003 && error.code !== -32005) {
      problem.textContent = text(error.message === "unknown" ? "unknown" : "failed");
      problem.hidden = false;
    }
  }
  target.disabled = false;
});

await show();
