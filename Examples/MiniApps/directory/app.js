import { start } from "/.atoll/atoll.js";

/** The host's information and the translated texts, for every page of the directory. */
export const { info, text } = await start();

/** The colleagues, sorted by name. */
export const people = await (await fetch("/common/people.json")).json();

/** The text in lowercase and without accents, for comparisons. */
export const folded = (words) =>
  words
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();
