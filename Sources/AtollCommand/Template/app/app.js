import { start } from "/.atoll/atoll.js";

/** What every page needs: the host's facts, and the texts in the user's language. */
export const { info, text } = await start();
