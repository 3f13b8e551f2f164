import { location, messages, notifications, on, payments, scanner, start, storage, updates, user } from "/.atoll/atoll.js";

/** The host's information and the translated texts, for every page of Lunch. */
export const { info, text, locale } = await start();

/** The places to eat. */
export const places = await (await fetch("/common/places.json")).json();

export const today = new Date().toISOString().slice(0, 10);

// Where people eat: the last message of today from each person in the room.
const words = new Map();
let last = 0;

/** Reads new updates from the room. */
export async function refresh() {
  for (let more = true; more; ) {
    const found = await updates.since({ serial: last });
    for (const { serial, payload, from } of found.updates) {
      last = serial;
      if (payload?.day === today) words.set(from, payload);
    }
    more = found.updates.length > 0 && last < found.last;
  }
}

/** The names of the people who eat at a place. */
export const eaters = (place) => [...words.values()].filter((word) => word.place === place).map(({ name }) => name);

/** The id of the place where the user eats; null if nowhere yet. */
export const mine = async () => (await storage.get(`mine/${today}`)) ?? null;

/** Announces that the user eats at a place; with null, that they no longer do. Asks for the name the first time. */
export async function join(place) {
  const { name = text("somebody") } = await user.profile();
  await updates.send({ payload: { day: today, place, name }, info: text("joins", { name }) });
  await storage.set(`mine/${today}`, place);
  await refresh();
}

/** Calls `changed` when there are updates in the room. */
export const listen = (changed) => on("updates.changed", () => refresh().then(changed));

/** The kilometres from the user to each place, by its id. Asks for the location. */
export async function distances() {
  const here = await location.current();
  const radians = (degrees) => (degrees * Math.PI) / 180;
  return Object.fromEntries(
    places.map((place) => {
      const x = radians(place.longitude - here.longitude) * Math.cos(radians((place.latitude + here.latitude) / 2));
      return [place.id, Math.hypot(x, radians(place.latitude - here.latitude)) * 6371];
    }),
  );
}

/** Reminds the user a quarter of an hour before one o'clock. */
export function remind(place) {
  const at = new Date();
  at.setHours(12, 45, 0, 0);
  // After that time, no reminder is needed.
  if (at < new Date()) return Promise.resolve(null);
  return notifications.schedule({ id: "lunch", at: at.getTime(), title: text("reminder", { place: place.name }), path: "/pages/places" });
}

/** Invites a person to come along. */
export const invite = (place) => messages.send({ text: text("invitation", { place: place.name }), path: "/pages/places" });

/** The table's code, scanned or typed. */
export const scan = () => scanner.scan({ formats: ["qr_code"] });

/** Pays for lunch at a place. The same order is never paid twice. */
export async function pay(place, table) {
  const id = `${today}-${place.id}-${table}`;
  const payment = await payments.request({
    id, amount: { value: place.price, currency: "EUR" }, label: text("bill", { place: place.name, table }),
    items: [{ label: text("menu"), value: place.price }],
  });
  if (payment.status === "paid") await storage.set(`receipt/${id}`, { place: place.name, value: place.price, ...payment });
  return payment;
}

/** The user's payments, newest first. */
export async function receipts() {
  const all = await storage.getAll("receipt/");
  return Object.keys(all).sort().reverse().map((key) => all[key]);
}

