import { apps } from "/.atoll/atoll.js";

export async function launch() {
  const { source, params } = await apps.launch();
  return { source, params };
}

export async function open() {
  // The first time that one mini app opens another, the user is asked.
  return await apps.open({ id: "com.example.directory", page: "pages/people", query: "name=ben" });
}
