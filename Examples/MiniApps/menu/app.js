import { start } from "/.atoll/atoll.js";

/** A function for texts in the user's language, and its locale. */
export const { text, locale } = await start();
