import { user } from "/.atoll/atoll.js";

export async function profile() {
  const { id, name } = await user.profile();
  // The id identifies this user in this mini app only; the name is missing if the user does not share it.
  return name === undefined ? `Hello, ${id.slice(0, 4)}` : `Hello, ${name}`;
}

export async function contact() {
  const { email, emailVerified } = await user.contact({ fields: ["email"] });
  return { email, emailVerified };
}

export async function signIn() {
  const { signedIn } = await user.signIn();
  return signedIn;
}

export async function token() {
  const { token, expiresAt, scopes } = await user.token({ scopes: ["profile"] });
  const seconds = Math.round((expiresAt - Date.now()) / 1000);
  // It goes to your back end, in the header Authorization: `user.fetch` does that.
  return { parts: token.split(".").length, seconds, scopes };
}

export async function code() {
  const { code, expiresAt } = await user.code({ scopes: ["profile"] });
  return { length: code.length, seconds: Math.round((expiresAt - Date.now()) / 1000) };
}
