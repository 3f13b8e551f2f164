// Run with: node --test tests/*.js
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const app = new URL("../app/", import.meta.url);
const source = await readFile(new URL("common/greeting.js", app), "utf8");
const { greeting } = await import("data:text/javascript," + encodeURIComponent(source));
const texts = JSON.parse(await readFile(new URL("i18n/en.json", app), "utf8"));
const text = (key, values) => texts[key].replace("{name}", values.name);

test("greets by the time of day", () => {
  assert.equal(greeting("Ada", new Date(2030, 0, 1, 8), text), "Good morning, Ada.");
  assert.equal(greeting("Ada", new Date(2030, 0, 1, 12), text), "Good afternoon, Ada.");
  assert.equal(greeting("Ada", new Date(2030, 0, 1, 18), text), "Good evening, Ada.");
});

test("every page in the manifest has a document", async () => {
  const { pages } = JSON.parse(await readFile(new URL("manifest.json", app), "utf8"));
  for (const page of pages) await readFile(new URL(page + ".html", app));
});
