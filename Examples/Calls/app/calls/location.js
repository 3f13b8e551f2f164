import { location, on } from "/.atoll/atoll.js";

export async function current() {
  // Rounded to 0.01 degrees, about a kilometre.
  const { latitude, longitude, accuracy } = await location.current();
  return { latitude, longitude, accuracy };
}

let listening;

export async function watch() {
  listening ??= on("location.changed", ({ latitude, longitude }) => console.log(latitude, longitude));
  return await location.watch();
}

export async function unwatch() {
  // Stops listening, too.
  listening?.();
  listening = undefined;
  return await location.unwatch();
}
