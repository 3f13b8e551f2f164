import { start } from "/.atoll/atoll.js";

/** What every page of the directory needs: the user's language and the people. */
export const { info, text } = await start();

/** The colleagues, by name. */
export const people = await (await fetch("/common/people.json")).json();

/** Lower case, without accents: what two names are compared by. */
export const folded = (words) =>
  words
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();
