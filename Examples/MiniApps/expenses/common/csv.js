// Expenses as a table for spreadsheets: CSV (RFC 4180), with the byte order mark of UTF-8 in front, which they look for.

/** The text of a table. */
export function csv(rows) {
  return "\ufeff" + rows.map((row) => row.map(cell).join(",") + "\r\n").join("");
}

function cell(value) {
  const text = String(value ?? "");
  // A spreadsheet must not run a note as a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A text in base64. */
export function base64(text) {
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
