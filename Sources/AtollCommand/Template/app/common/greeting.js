/** A greeting for the time of day. `text` gives a text by its key, with `{name}` filled in. */
export function greeting(name, now, text) {
  const hour = now.getHours();
  const key = hour < 12 ? "morning" : hour < 18 ? "afternoon" : "evening";
  return text(key, { name });
}
