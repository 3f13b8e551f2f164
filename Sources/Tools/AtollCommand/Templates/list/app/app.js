import { start } from "/.atoll/atoll.js";

/** Information about the host, and a function for texts in the user's language; every page needs them. */
export const { info, text } = await start();
