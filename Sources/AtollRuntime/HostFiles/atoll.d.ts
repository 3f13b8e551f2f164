/** The mini app's side of the Atoll bridge: `import { host, storage } from "/.atoll/atoll.js"`. */

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [member: string]: Json };

export type Theme = "light" | "dark";

/** The host that runs the mini app, its look and language, and the mini app's version. */
export interface HostInfo {
  readonly name: string;
  readonly version: string;
  readonly platform: "web" | "ios";
  readonly theme: Theme;
  /** The language that the user prefers, a BCP 47 tag. */
  readonly language: string;
  /** The mini app's language (`i18n/<language>.json`) that matches the user's best; null if none does. */
  readonly textLanguage: string | null;
  readonly miniApp: { readonly id: string; readonly version: string; readonly code: number };
}

/** The signed-in user. */
export interface UserProfile {
  /** Always the same in this mini app, and different in every other mini app. */
  readonly id: string;
  readonly name: string;
}

/** The error codes of JSON-RPC 2.0, and Atoll's own. */
export type ErrorCode =
  /** The message is not JSON. */
  | -32700
  /** The message is not a valid call. */
  | -32600
  /** There is no method of this name. */
  | -32601
  /** A parameter is missing or has the wrong type. */
  | -32602
  /** The host could not carry out the call. */
  | -32603
  /** The message, a key or a value is too long. */
  | -32001
  /** The mini app's storage is full. */
  | -32002
  /** The user has not granted the permission that the method needs. */
  | -32003;

/** A call that the host refused. */
export class AtollError extends Error {
  readonly code: ErrorCode;
}

export const host: {
  info(): Promise<HostInfo>;
  /** Closes the mini app and goes back to where it was opened. */
  close(): Promise<null>;
};

export const user: {
  profile(): Promise<UserProfile>;
};

/** This user's values in this mini app: up to 512 kB each and 10 MB in total; keys have 1 to 100 bytes. */
export const storage: {
  get<Value extends Json = Json>(key: string): Promise<Value | undefined>;
  set(key: string, value: Json): Promise<null>;
  remove(key: string): Promise<null>;
  keys(): Promise<string[]>;
};

export interface HostEvents {
  "host.themeChanged": { theme: Theme };
}

/** Calls `listener` whenever the host sends `event`. Returns a function that removes the listener. */
export function on<Event extends keyof HostEvents>(
  event: Event,
  listener: (params: HostEvents[Event]) => void,
): () => void;

/** Calls a method of the host by its name. */
export function call(method: string, params?: { [name: string]: Json }): Promise<Json>;

/** Sets `data-theme` and `lang` on the root element, and updates `data-theme` whenever the theme changes. */
export function dress(): Promise<HostInfo>;

/** The mini app's texts in `language`, from `/i18n/<language>.json`. */
export function texts(language: string): Promise<Text>;

export type Text = (key: string, values?: { [name: string]: string | number }) => string;

/** Styles and translates the page, and makes every element with `data-close` close the mini app. */
export function start(options?: { fallback?: string }): Promise<{ info: HostInfo; text: Text }>;

/** Sets the texts of the elements below `root` that name one in `data-text` or `data-label`. */
export function localize(root: ParentNode, text: Text): void;
