import { start } from "/.atoll/atoll.js";

/** A function for texts in the user's language. */
export const { text } = await start();
