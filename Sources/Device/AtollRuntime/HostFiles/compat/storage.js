// A replacement for `localStorage`, and for `sessionStorage` in browsers that have none here. To scripts it behaves like the browser's own.
(() => {
  "use strict";
  if (globalThis.AtollStorage) return;

  // The size of all items together, in bytes. The host passes them to the page when it is opened again.
  const room = 500_000;
  const mostKeys = 4_000;
  // The host does not accept single surrogates.
  const wellFormed = (value) => `${value}`.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");

  // The items of a Storage (HTML Standard, section 12.2) in memory, which tells of each change.
  class Items {
    #items;
    #changed;
    #cost;
    #size = 0;

    // `cost` says how much room a value takes under a key, in bytes. `changed` is called with the keys that have changed.
    constructor(items, changed, cost) {
      this.#items = items;
      this.#changed = changed;
      this.#cost = cost;
      for (const [key, value] of items) this.#size += cost(key, value);
    }

    get length() {
      return this.#items.size;
    }

    get keys() {
      return [...this.#items.keys()];
    }

    key(index) {
      return this.keys[index >>> 0] ?? null;
    }

    getItem(key) {
      return this.#items.get(wellFormed(key)) ?? null;
    }

    setItem(key, value) {
      const [name, text] = [wellFormed(key), wellFormed(value)];
      const before = this.#items.get(name);
      if (before === text) return;
      const size = this.#size - (before === undefined ? 0 : this.#cost(name, before)) + this.#cost(name, text);
      if (size > room || (before === undefined && this.#items.size >= mostKeys)) throw new DOMException("The storage of this mini app is full.", "QuotaExceededError");
      this.#size = size;
      this.#items.set(name, text);
      this.#changed([name]);
    }

    removeItem(key) {
      const name = wellFormed(key);
      const before = this.#items.get(name);
      if (before === undefined) return;
      this.#size -= this.#cost(name, before);
      this.#items.delete(name);
      this.#changed([name]);
    }

    clear() {
      const names = this.keys;
      if (names.length === 0) return;
      this.#items.clear();
      this.#size = 0;
      this.#changed(names, true);
    }

    // Takes over what another tab has stored or removed. A key of null is all keys.
    adopt(key, value) {
      if (key === null) {
        this.#items.clear();
        this.#size = 0;
        return;
      }
      const before = this.#items.get(key);
      if (before !== undefined) this.#size -= this.#cost(key, before);
      if (value === null) this.#items.delete(key);
      else this.#items.set(key, value);
      if (value !== null) this.#size += this.#cost(key, value);
    }
  }

  // The items behind each stand-in. Pages call and replace the members of Storage.prototype, so these know the stand-ins.
  const itemsOf = new WeakMap();
  for (const [name, least] of [["key", 1], ["getItem", 1], ["setItem", 2], ["removeItem", 1], ["clear", 0]]) {
    const native = Storage.prototype[name];
    const { [name]: member } = {
      [name](...given) {
        const items = itemsOf.get(this);
        if (!items) return Reflect.apply(native, this, given);
        if (given.length < least) throw new TypeError(`Storage.${name} needs ${least} argument(s), and was called with ${given.length}.`);
        return items[name](...given);
      },
    };
    Object.defineProperty(member, "length", { value: least, configurable: true });
    Storage.prototype[name] = member;
  }
  const nativeLength = Object.getOwnPropertyDescriptor(Storage.prototype, "length").get;
  Object.defineProperty(Storage.prototype, "length", {
    ...Object.getOwnPropertyDescriptor({
      get length() {
        return (itemsOf.get(this) ?? { length: nativeLength.call(this) }).length;
      },
    }, "length"),
    set: undefined,
  });

  // `storage.key = value` works, too (Web IDL, section 3.9). A name that Storage has itself can't be read in this way.
  const asStorage = (items) => {
    const isNamed = (name) => typeof name === "string" && !(name in Storage.prototype);
    const value = (name) => (isNamed(name) ? items.getItem(name) : null);
    const storage = new Proxy(Object.create(Storage.prototype), {
      get: (target, name, receiver) => value(name) ?? Reflect.get(target, name, receiver),
      set(target, name, text, receiver) {
        if (typeof name === "symbol" || receiver !== storage) return Reflect.set(target, name, text, receiver);
        items.setItem(name, text);
        return true;
      },
      has: (target, name) => value(name) !== null || name in target,
      defineProperty(target, name, descriptor) {
        if (typeof name === "symbol") return Reflect.defineProperty(target, name, descriptor);
        if (!("value" in descriptor)) return false;
        items.setItem(name, descriptor.value);
        return true;
      },
      deleteProperty(target, name) {
        if (value(name) === null) return Reflect.deleteProperty(target, name);
        items.removeItem(name);
        return true;
      },
      ownKeys: (target) => [...items.keys.filter(isNamed), ...Reflect.ownKeys(target)],
      getOwnPropertyDescriptor(target, name) {
        const text = value(name);
        return text === null
          ? Reflect.getOwnPropertyDescriptor(target, name) : { value: text, writable: true, enumerable: true, configurable: true };
      },
      preventExtensions: () => false,
    });
    itemsOf.set(storage, items);
    return storage;
  };

  Object.defineProperty(globalThis, "AtollStorage", { value: { Items, asStorage } });
})();
