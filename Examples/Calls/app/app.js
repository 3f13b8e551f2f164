import { start } from "/.atoll/atoll.js";

await start();
