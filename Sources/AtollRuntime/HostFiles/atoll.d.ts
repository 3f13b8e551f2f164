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
  /** The names of the methods that this host carries out. */
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
  /** What the mini app runs in: the super app, its look, its languages, the screen, and what this host can do. */
  info(): Promise<HostInfo>;
  /** Closes the mini app and shows where it was opened. */
  close(): Promise<null>;
  /** Opens a URL outside the mini app. The user is asked, with the whole URL. Only when the user has just tapped. */
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
  /** Whether permissions were given. Nobody is asked. */
  query(parameters: {
    names: ("user.name" | "user.photo" | "user.email" | "user.phone" | "user.token" | "location" | "location.precise" | "camera" | "microphone" | "clipboard.read" | "notifications" | "messages" | "payments")[];
  }): Promise<PermissionStates>;
  /** Asks the user for permissions that the manifest names, in one sheet. After two refusals, only the settings page changes an answer. Only when the user has just tapped. */
  request(parameters: {
    names: ("user.name" | "user.photo" | "user.email" | "user.phone" | "user.token" | "location" | "location.precise" | "camera" | "microphone" | "clipboard.read" | "notifications" | "messages" | "payments")[];
  }): Promise<PermissionStates>;
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
  /** Asks the user before the mini app is closed, with this message: for what is not saved yet. */
  setCloseGuard(parameters: {
    enabled: boolean;
    message?: string;
  }): Promise<null>;
  /** Sets colours around the page. */
  setAppearance(parameters?: {
    background?: string;
    bar?: string;
    statusText?: "light" | "dark";
  }): Promise<null>;
};

export const user: {
  /** Who uses the mini app: an id that only this mini app knows, and name and picture as far as the user has agreed. */
  profile(): Promise<UserProfile>;
  /** The user's mail address or phone number, as far as the user agrees. */
  contact(parameters: {
    fields: ("email" | "phone")[];
  }): Promise<UserContact>;
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
  /** Has the user choose one of several; null if the user cancels. */
  choose(parameters: {
    title?: string;
    options: {
      id: string;
      text: string;
      destructive?: boolean;
    }[];
  }): Promise<string | null>;
  /** Shows or hides that something takes a while; hides it by itself after 30 seconds. */
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
  /** The text that the user has copied. Needs the permission `clipboard.read`. Only when the user has just tapped. */
  read(): Promise<string>;
};
/** Has the user share something with another app or somebody. Only when the user has just tapped. */
export function share(parameters?: {
  title?: string;
  text?: string;
  url?: string;
}): Promise<{
  shared: boolean;
}>;

export const location: {
  /** Where the device is. Without `precise`, coordinates are rounded to 0.01 degrees. With `precise`, it also needs the permission `location.precise`. Needs the permission `location`. */
  current(parameters?: {
    precise?: boolean;
    timeout?: number;
  }): Promise<Position>;
};

export const device: {
  /** Whether the device is online. Changes send `device.networkChanged`. */
  network(): Promise<{
    online: boolean;
    type?: string;
  }>;
  /** How full the battery is, from 0 to 1. */
  battery(): Promise<{
    level: number;
    charging: boolean;
  }>;
};

export const analytics: {
  /** Counts something. Nothing says who did it. */
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
  /** The device is online or offline. */
  "device.networkChanged": {
    online: boolean;
    type?: string;
  };
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
