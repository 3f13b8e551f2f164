/** The mini app's side of the Atoll bridge: `import { host, storage } from "/.atoll/atoll.js"`. Made from bridge.json. */

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [member: string]: Json };

export type Theme = "light" | "dark";

export interface HostInfo {
  name: string;
  version: string;
  platform: "web" | "ios";
  theme: "light" | "dark";
  /** The language that the user prefers, a BCP 47 tag. */
  language: string;
  /** The mini app's language (`i18n/<language>.json`) that matches the user's best; null if none does. */
  textLanguage: string | null;
  miniApp: {
    id: string;
    version: string;
    code: number;
  };
  /** The level of this table that the host offers. */
  apiLevel: number;
  /** The names of the methods that this host supports. */
  features: string[];
  direction: "ltr" | "rtl";
  timeZone: string | null;
  textScale: number;
  safeArea: {
    top: number;
    right: number;
    bottom: number;
    left: number;
  };
  environment: "production" | "preview";
  /** Replacements for the back ends that the manifest names, for development; usually empty. */
  backEnds: { [name: string]: string };
}

export type PermissionState = "granted" | "denied" | "prompt" | "unavailable";

export type PermissionStates = { [name: string]: PermissionState };

export interface UserProfile {
  /** Always the same in this mini app, and different in every other. */
  id: string;
  name?: string;
  /** A data URL. */
  photo?: string;
}

export interface UserContact {
  email?: string;
  emailVerified?: boolean;
  phone?: string;
  phoneVerified?: boolean;
}

export interface UserToken {
  token: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  audience: string;
  scopes: string[];
}

export interface Launch {
  source: "hub" | "link" | "card" | "search" | "app" | "notification" | "preview";
  /** The id of the mini app that opened it. */
  referrer?: string;
  params?: Json;
  page: string;
  query: string;
}

export interface LifecycleState {
  global: "launched" | "shown" | "hidden" | "error" | "unloaded";
  page: "loaded" | "ready" | "shown" | "hidden" | "unloaded";
  input: {
    pagePath: string;
    referrerInfo?: string;
    lang: string;
    dir: "ltr" | "rtl";
  };
}

export interface FileInfo {
  path: string;
  size: number;
}

export interface PickedFile {
  name: string;
  type: string;
  size: number;
  /** The path among the mini app's files. */
  file: string;
}

export interface Photo {
  /** The path among the mini app's files. */
  file: string;
  type: string;
  width: number;
  height: number;
}

export interface Contact {
  name?: string;
  email?: string;
  phone?: string;
}

export interface Payment {
  status: "paid" | "pending" | "cancelled" | "failed";
  receipt?: string;
}

export interface Update {
  serial: number;
  payload: Json;
  info?: string;
  summary?: string;
  document?: string;
  /** The name that the sender has in this mini app. */
  from?: string;
}

export interface Position {
  latitude: number;
  longitude: number;
  /** In metres. */
  accuracy: number;
  /** Milliseconds since 1970. */
  time: number;
}

/** The error codes of JSON-RPC 2.0, and Atoll's own. */
export type ErrorCode =
  /** The message is not JSON. */
  | -32700
  /** The message is not a valid call. */
  | -32600
  /** The method is unknown. */
  | -32601
  /** A parameter is missing or has the wrong type. */
  | -32602
  /** The host could not carry out the call. */
  | -32603
  /** The message, a key or a value is too long. */
  | -32001
  /** The mini app's storage is full. */
  | -32002
  /** The user has not granted the permission that the method needs: `data.permission`, `data.state`. */
  | -32003
  /** This host can't do that. */
  | -32004
  /** The user has cancelled it. */
  | -32005
  /** Too many calls in a short time: `data.retryAfter` is the number of milliseconds to wait. */
  | -32006
  /** The user must have tapped just before. */
  | -32007
  /** The device is offline. */
  | -32008
  /** It took too long. */
  | -32009
  /** The manifest does not name this audience. */
  | -32010
  /** The manifest does not name one of these scopes for the audience. */
  | -32011
  /** What the call names does not exist. */
  | -32012
  /** Too many dialogs are waiting. */
  | -32013;

/** A call that the host refused. */
export class AtollError extends Error {
  readonly code: ErrorCode;
  /** What a program can read of it; it depends on the code. */
  readonly data: { [member: string]: Json };
}

export const host: {
  /** Returns the environment: the super app, its look, its languages, the screen, and the features of this host. */
  info(): Promise<HostInfo>;
  /** Closes the mini app and returns to where it was opened. The mini app that opened this one with `forResult` gets `result`. */
  close(parameters?: {
    result?: Json;
  }): Promise<null>;
  /** Opens a URL outside the mini app. The user is asked, with the whole URL, unless the manifest names its origin in `atoll_links`. Only when the user has just tapped. */
  openURL(parameters: {
    url: string;
    in?: "system" | "sheet";
  }): Promise<null>;
  /** Shows the page on which the user sees and changes what this mini app may do. Only when the user has just tapped. */
  openSettings(): Promise<null>;
  /** Writes a line for the mini app's developers. It is not shown to users. */
  log(parameters: {
    level: "debug" | "info" | "warning" | "error";
    message: string;
    data?: Json;
  }): Promise<null>;
};

export const permissions: {
  /** Returns the state of permissions, without asking the user. */
  query(parameters: {
    names: ("user.name" | "user.photo" | "user.email" | "user.phone" | "user.token" | "location" | "location.precise" | "camera" | "microphone" | "clipboard.read" | "notifications" | "messages" | "payments")[];
  }): Promise<PermissionStates>;
  /** Asks the user for permissions that the manifest names, in one sheet. After two refusals, only the settings page changes an answer. Only when the user has just tapped. */
  request(parameters: {
    names: ("user.name" | "user.photo" | "user.email" | "user.phone" | "user.token" | "location" | "location.precise" | "camera" | "microphone" | "clipboard.read" | "notifications" | "messages" | "payments")[];
  }): Promise<PermissionStates>;
};

export const lifecycle: {
  /** Returns the W3C lifecycle states of the mini app and its page, and what they were opened with. The first page of a launch gets `launched`. `atoll.js` calls it. */
  state(): Promise<LifecycleState>;
};

export const page: {
  /** Sets the title in the super app's bar for this page. */
  setTitle(parameters: {
    title: string;
  }): Promise<null>;
  /** Shows, changes or hides the large button below the page. A tap sends `page.mainButton`. */
  setMainButton(parameters: {
    text?: string;
    visible: boolean;
    enabled?: boolean;
    loading?: boolean;
    role?: "normal" | "destructive";
  }): Promise<null>;
  /** Shows or hides a back button in the bar. A tap sends `page.back`. */
  setBackButton(parameters: {
    visible: boolean;
  }): Promise<null>;
  /** Asks the user with this message before the mini app is closed. Use it while something is not saved. */
  setCloseGuard(parameters: {
    enabled: boolean;
    message?: string;
  }): Promise<null>;
  /** Sets the colors around the page. The text of the bar stays readable: `statusText` applies in apps, to a bar without a color. */
  setAppearance(parameters?: {
    background?: string;
    bar?: string;
    statusText?: "light" | "dark";
  }): Promise<null>;
  /** Keeps the screen upright or on its side while the page is open; `any` lets the device decide. Only when the user has just tapped. */
  setOrientation(parameters: {
    orientation: "portrait" | "landscape" | "any";
  }): Promise<null>;
  /** Fills the screen with the page, or shows the bar again. Only when the user has just tapped. */
  setFullscreen(parameters: {
    on: boolean;
  }): Promise<null>;
  /** Where the page is in its life (W3C MiniApp Lifecycle), and what is called when that changes. */
  pageState?: LifecycleState["page"];
  pageInputObject?: { pageInputQuery: string };
  onpageloaded: (() => void) | null;
  onpageready: (() => void) | null;
  onpageshown: (() => void) | null;
  onpagehidden: (() => void) | null;
  onpageunloaded: (() => void) | null;
};

export const user: {
  /** Returns the user: an id that only this mini app knows, and the name and photo if the user has agreed. */
  profile(): Promise<UserProfile>;
  /** Returns the user's e-mail address or phone number, if the user agrees. */
  contact(parameters: {
    fields: ("email" | "phone")[];
  }): Promise<UserContact>;
  /** Asks the user to sign in, in a super app that also runs mini apps for users who are not signed in. Only when the user has just tapped. */
  signIn(): Promise<{
    signedIn: boolean;
  }>;
  /** Returns a token that identifies the user at the mini app's back end. The manifest names the back end and the scopes in `atoll_tokens`; the user is asked the first time. Without `audience`, the token is for the mini app's id. `fresh` requests a new one. */
  token(parameters?: {
    audience?: string;
    scopes?: string[];
    fresh?: boolean;
  }): Promise<UserToken>;
  /** Returns a code that the mini app's back end exchanges for a token, once and within a minute, with its own key. */
  code(parameters?: {
    audience?: string;
    scopes?: string[];
  }): Promise<{
    code: string;
    /** Milliseconds since 1970. */
    expiresAt: number;
  }>;
  /**
   * Fetches a URL of a back end that the manifest names in `atoll_tokens` and `atoll_network`, as the user: with a token, and once
   * more with a fresh one if the back end refuses it.
   */
  fetch(url: string | URL, options?: RequestInit): Promise<Response>;
};

export const apps: {
  /** Opens another mini app, at a page and with parameters. The user is asked; in a browser, only the first time that one opens the other. This mini app is closed. When it is shown again and had set `forResult`, `apps.launch` has the value that the other one passed to `host.close`. Only when the user has just tapped. */
  open(parameters: {
    id: string;
    page?: string;
    query?: string;
    params?: Json;
    forResult?: boolean;
  }): Promise<null>;
  /** Returns how this mini app was opened, from where, and with which parameters. */
  launch(): Promise<Launch>;
};

/** This user's values in this mini app: up to 512 kB each and 10 MB in total; keys have 1 to 100 bytes. */
export const storage: {
  get<Value extends Json = Json>(key: string): Promise<Value | undefined>;
  set(key: string, value: Json): Promise<null>;
  remove(key: string): Promise<null>;
  keys(): Promise<string[]>;
  /** How many bytes are stored, how many may be, and the number of keys. */
  size(): Promise<{ used: number; limit: number; keys: number }>;
  clear(): Promise<null>;
  /** All values whose keys begin with a text. */
  getAll<Value extends Json = Json>(prefix?: string): Promise<{ [key: string]: Value }>;
  /** Stores up to 50 values: all of them or, if it fails, none. */
  setAll(values: { [key: string]: Json }): Promise<null>;
};

export const secrets: {
  /** Returns the secret of a key, or null. Secrets are encrypted, and separate from `storage`. */
  get(parameters: {
    key: string;
  }): Promise<string | null>;
  /** Stores a secret under a key. */
  set(parameters: {
    key: string;
    value: string;
  }): Promise<null>;
  /** Removes the secret under a key, if there is one. */
  remove(parameters: {
    key: string;
  }): Promise<null>;
};

export const files: {
  /** Returns the mini app's files for this user, sorted by path; at most 50 MB together. */
  list(): Promise<FileInfo[]>;
  /** Returns a piece of a file in base64: at most 512 kB from `offset` on. */
  read(parameters: {
    path: string;
    offset?: number;
  }): Promise<{
    data: string;
    size: number;
  }>;
  /** Writes a piece in base64 at `offset`, which is at most the file's size. Without `offset`, it replaces the file. */
  write(parameters: {
    path: string;
    offset?: number;
    data: string;
  }): Promise<{
    size: number;
  }>;
  /** Removes a file, if there is one. */
  remove(parameters: {
    path: string;
  }): Promise<null>;
  /** Asks the user to choose files. They are copied into the mini app's files; each may have 20 MB. Only when the user has just tapped. */
  pick(parameters?: {
    types?: string[];
    multiple?: boolean;
  }): Promise<PickedFile[]>;
  /** Saves a file for the user: one of the mini app's, or `data` in base64. In a browser, the user is asked. Only when the user has just tapped. */
  save(parameters: {
    name: string;
    type: string;
    file?: string;
    data?: string;
  }): Promise<null>;
};

export const ui: {
  /** Shows a short text for some seconds. */
  toast(parameters: {
    text: string;
    seconds?: number;
  }): Promise<null>;
  /** Shows a message until the user has read it. */
  alert(parameters: {
    title?: string;
    message: string;
    button?: string;
  }): Promise<null>;
  /** Asks a question with two answers. */
  confirm(parameters: {
    title?: string;
    message: string;
    ok?: string;
    cancel?: string;
    destructive?: boolean;
  }): Promise<boolean>;
  /** Asks for a text; null if the user cancels. */
  prompt(parameters: {
    title?: string;
    message: string;
    value?: string;
    placeholder?: string;
  }): Promise<string | null>;
  /** Asks the user to choose one of several; null if the user cancels. */
  choose(parameters: {
    title?: string;
    options: {
      id: string;
      text: string;
      destructive?: boolean;
    }[];
  }): Promise<string | null>;
  /** Shows or hides a progress indicator, which disappears after 30 seconds. */
  loading(parameters: {
    visible: boolean;
    text?: string;
  }): Promise<null>;
  /** Vibrates the device, if it can. */
  haptic(parameters: {
    kind: "light" | "medium" | "heavy" | "success" | "warning" | "error" | "selection";
  }): Promise<null>;
};

export const clipboard: {
  /** Copies a text. Only when the user has just tapped. */
  write(parameters: {
    text: string;
  }): Promise<null>;
  /** Returns the text that the user has copied. Needs the permission `clipboard.read`. Only when the user has just tapped. */
  read(): Promise<string>;
};
/** Asks the user to share a text, a link and some of the mini app's files with another app or person. Only when the user has just tapped. */
export function share(parameters?: {
  title?: string;
  text?: string;
  url?: string;
  files?: string[];
}): Promise<{
  shared: boolean;
}>;

export const camera: {
  /** Returns a photo, taken now or chosen by the user, with at most `maxSide` pixels on either side. It is stored in the mini app's files. Needs the permission `camera`. Only when the user has just tapped. */
  photo(parameters?: {
    from?: "camera" | "library" | "ask";
    maxSide?: number;
    quality?: number;
  }): Promise<Photo>;
};

export const scanner: {
  /** Returns the text of a code: scanned, or typed where the device can't scan. Needs the permission `camera`. Only when the user has just tapped. */
  scan(parameters?: {
    formats?: ("qr_code" | "ean_13" | "ean_8" | "code_128" | "code_39" | "data_matrix" | "pdf417" | "aztec")[];
  }): Promise<{
    format: string;
    text: string;
  }>;
};

export const location: {
  /** Returns the device's location. Without `precise`, coordinates are rounded to 0.01 degrees. With `precise`, it also needs the permission `location.precise`. Needs the permission `location`. */
  current(parameters?: {
    precise?: boolean;
    timeout?: number;
  }): Promise<Position>;
  /** Sends `location.changed` when the location changes, at most once a second, until `location.unwatch` or the end of the page. With `precise`, it also needs the permission `location.precise`. Needs the permission `location`. */
  watch(parameters?: {
    precise?: boolean;
  }): Promise<null>;
  /** Ends `location.watch`. */
  unwatch(): Promise<null>;
};

export const device: {
  /** Returns whether the device is online. Changes send `device.networkChanged`. */
  network(): Promise<{
    online: boolean;
    type?: string;
  }>;
  /** Returns the battery's charge, from 0 to 1. */
  battery(): Promise<{
    level: number;
    charging: boolean;
  }>;
};

export const contacts: {
  /** Returns people whom the user chooses, with the requested fields. Only when the user has just tapped. */
  pick(parameters: {
    fields: ("name" | "email" | "phone")[];
    multiple?: boolean;
  }): Promise<Contact[]>;
};

export const payments: {
  /** Asks the user to pay. The super app shows the amount and takes the payment; the mini app only gets the outcome. A payment with the same `id` is never taken twice. Needs the permission `payments`. Only when the user has just tapped. */
  request(parameters: {
    id: string;
    amount: {
      value: string;
      currency: string;
    };
    label: string;
    items?: {
      label: string;
      value: string;
    }[];
    data?: Json;
  }): Promise<Payment>;
};

export const messages: {
  /** Asks the user to send a text to a person of their choice, in the super app's own messages. The user sees the text first. Needs the permission `messages`. Only when the user has just tapped. */
  send(parameters: {
    text: string;
    path?: string;
  }): Promise<{
    sent: boolean;
  }>;
};

export const notifications: {
  /** Notifies the user at a time, or now. Replaces a notice with the same id. Needs the permission `notifications`. */
  schedule(parameters: {
    id: string;
    /** Milliseconds since 1970. */
    at: number;
    title: string;
    body?: string;
    path?: string;
  }): Promise<null>;
  /** Removes a notice, whether it was shown or not. */
  cancel(parameters: {
    id: string;
  }): Promise<null>;
  /** Shows a number beside the mini app in the hub; 0 shows none. Needs the permission `notifications`. */
  badge(parameters: {
    count: number;
  }): Promise<null>;
};

export const updates: {
  /** Adds an update to the log that the room's members share. The host orders updates as it receives them. */
  send(parameters: {
    payload: Json;
    info?: string;
    summary?: string;
    document?: string;
  }): Promise<{
    serial: number;
  }>;
  /** Returns the updates of the room after a serial number, oldest first, and the latest number. */
  since(parameters: {
    serial: number;
  }): Promise<{
    updates: Update[];
    last: number;
  }>;
};

export const realtime: {
  /** Starts `realtime.message` events with what other members of the room send. Nothing is stored. */
  join(): Promise<null>;
  /** Sends a message to the members who have joined; at most 20 times a second. */
  send(parameters: {
    data: Json;
  }): Promise<null>;
  /** Stops `realtime.message` events. */
  leave(): Promise<null>;
};

export const analytics: {
  /** Counts an event: 60 in a row, then one a second. Users are not identified. */
  event(parameters: {
    name: string;
    params?: { [name: string]: string };
  }): Promise<null>;
};

export interface HostEvents {
  /** The super app's colours have changed. */
  "host.themeChanged": {
    theme: "light" | "dark";
  };
  /** The user has tapped the main button. */
  "page.mainButton": {};
  /** The user has tapped the back button. */
  "page.back": {};
  /** The mini app is on the screen, hidden, or about to end. */
  "lifecycle.global": {
    state: "launched" | "shown" | "hidden" | "error" | "unloaded";
    error?: string;
  };
  /** The page is on the screen or hidden. */
  "lifecycle.page": {
    state: "loaded" | "ready" | "shown" | "hidden" | "unloaded";
    route?: string;
    query?: string;
  };
  /** The location has changed, for `location.watch`. */
  "location.changed": Position;
  /** The room's log has grown: its last serial number. */
  "updates.changed": {
    last: number;
  };
  /** Another member of the room has sent something. */
  "realtime.message": {
    from: string;
    data: Json;
  };
  /** The result of `user.profile` may have changed: the user has allowed it, revoked that, or has another photo. A browser reports only changes made in the same browser. */
  "user.changed": {};
  /** The device is online or offline. */
  "device.networkChanged": {
    online: boolean;
    type?: string;
  };
}

/** Where the mini app is in its life (W3C MiniApp Lifecycle), and what is called when that changes. */
export const app: {
  globalState?: LifecycleState["global"];
  inputObject?: LifecycleState["input"];
  lifecycleError?: { errorDescription: string; lang: string; dir: string };
  ongloballaunched: (() => void) | null;
  onglobalshown: (() => void) | null;
  onglobalhidden: (() => void) | null;
  onglobalerror: (() => void) | null;
  onglobalunloaded: (() => void) | null;
};

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

/**
 * Styles and translates the page, makes every element with `data-close` close the mini app, and shows the heading and the link back of an
 * element with `data-bar` in the host's bar; the attribute becomes `data-bar="host"` then. `locale` is for dates and numbers: the user's
 * where it is in the language of the texts, otherwise that language.
 */
export function start(options?: { fallback?: string }): Promise<{ info: HostInfo; text: Text; locale: string }>;

/** Sets the texts of the elements below `root` that name one in `data-text` or `data-label`. */
export function localize(root: ParentNode, text: Text): void;
