import { start, storage, user } from "/.atoll/atoll.js";

// The card on the home screen does not use the network, so it need not load this.
const theBackEnd = () => import("/common/back-end.js");

/** The host's information and the translated texts, for every page of Kudos. */
export const { info, text, locale } = await start();

const prefix = "kudos/";

/** Thanks a person who uses Kudos, through its back end; or a colleague who does not, in a private note. */
export async function give({ person, to, badge, message }) {
  if (person) return (await theBackEnd()).thank(person, badge, message);
  // The first time, the user is asked to share the name. Without it, the note is from "you", in any language.
  const { name } = await user.profile();
  const date = new Date().toISOString();
  const key = `${prefix}${date}-${crypto.randomUUID().slice(0, 8)}`;
  await storage.set(key, { ...(name ? { from: name } : {}), to, badge, message, date });
}

/** The kudos that the user has given to colleagues who do not use Kudos, newest first. */
export async function given() {
  const keys = (await storage.keys()).filter((key) => key.startsWith(prefix)).sort().reverse();
  return Promise.all(keys.map(async (key) => ({ key, ...(await storage.get(key)) })));
}

/** The kudos that people who use Kudos have given each other, newest first; empty unless the user takes part. */
export async function shared() {
  const backEnd = await theBackEnd();
  if ((await backEnd.state()) !== "granted") return [];
  const [me, all] = await Promise.all([backEnd.me(), backEnd.newest()]);
  return all.map((kudos) => ({
    ...kudos, from: kudos.fromName, to: kudos.toName, shared: kudos.id, isOwn: kudos.from === me.id,
    isForMe: kudos.to === me.id,
  }));
}

/** Takes kudos back. */
export const takeBack = async (post) => (post.shared ? (await theBackEnd()).takeBack(post.shared) : storage.remove(post.key));
