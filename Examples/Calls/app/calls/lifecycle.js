import { app, lifecycle } from "/.atoll/atoll.js";

export async function state() {
  // The names are those of the W3C's MiniApp Lifecycle.
  app.onglobalhidden = () => console.log("Save what is not saved yet.");
  const { global, page, input } = await lifecycle.state();
  return { global, page, path: input.pagePath };
}
