// Hides the host's worker and store from the pages of a mini app. When they start, many web apps end the workers and delete the caches of
// their site, because an older version of theirs left some behind. On a mini app's origin, these are the host's.
//
// A page can still end both if it wants to, because they are on its own origin. It only loses its start without a connection: the host
// checks each file.
(() => {
  "use strict";
  // Where the host's own script finds the workers.
  const hidden = Symbol.for("atoll.workers");
  if (hidden in globalThis) return;
  const workers = navigator.serviceWorker;

  // Pages find workers that do nothing: a page may register one, which never gets to control it.
  class Quiet extends EventTarget {
    constructor(parts) {
      super();
      Object.assign(this, parts);
    }
  }
  const never = new Promise(() => {});
  let ready = never;
  const nothing = async () => {};
  const registrationOf = (script, scope) =>
    new Quiet({
      active: new Quiet({ scriptURL: script, state: "activated", onstatechange: null, postMessage() {} }), installing: null, waiting: null,
      scope, updateViaCache: "imports", onupdatefound: null, update: nothing, unregister: async () => false, getNotifications: async () => [],
      async showNotification(title, options) {
        new Notification(title, options);
      },
      pushManager: {
        getSubscription: async () => null, permissionState: async () => "denied",
        async subscribe() {
          throw new DOMException("This host sends no push messages.", "NotAllowedError");
        },
      },
    });
  const standIn = new Quiet({
    controller: null, oncontrollerchange: null, onmessage: null, onmessageerror: null, startMessages() {}, getRegistration: nothing,
    getRegistrations: async () => [],
    async register(script, { scope = "./" } = {}) {
      const made = registrationOf(new URL(script, document.baseURI).href, new URL(scope, new URL(script, document.baseURI)).href);
      ready = Promise.resolve(made);
      return made;
    },
  });
  Object.defineProperty(standIn, "ready", { enumerable: true, get: () => ready });

  Object.defineProperty(globalThis, hidden, { value: workers });
  if (workers) {
    Object.defineProperty(Navigator.prototype, "serviceWorker", { configurable: true, enumerable: true, get: () => standIn });
    // A page may have got hold of a registration before. Some pages load themselves again if this says true.
    ServiceWorkerRegistration.prototype.unregister = async function unregister() {
      return false;
    };
  }

  if (!globalThis.caches) return;

  const store = "atoll-files";
  const isHidden = (name) => `${name}` === store;
  const { delete: remove, has, keys, match, open } = CacheStorage.prototype;
  Object.assign(CacheStorage.prototype, {
    async keys() {
      return (await keys.call(this)).filter((name) => !isHidden(name));
    },
    async has(name) {
      return !isHidden(name) && has.call(this, name);
    },
    async delete(name) {
      return !isHidden(name) && remove.call(this, name);
    },
    async match(request, options) {
      if (options?.cacheName !== undefined) return isHidden(options.cacheName) ? undefined : match.call(this, request, options);
      for (const name of await this.keys()) {
        const found = await (await open.call(this, name)).match(request, options);
        if (found) return found;
      }
      return undefined;
    },
  });
})();
