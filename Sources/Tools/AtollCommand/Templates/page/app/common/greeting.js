/** A greeting for the time of day. `text` returns the text for a key, with `{name}` filled in. */
export function greeting(name, now, text) {
  const hour = now.getHours();
  const key = hour < 12 ? "morning" : hour < 18 ? "afternoon" : "evening";
  return text(key, { name });
}
