// The one place where text becomes elements, or the address of a script: only what this site itself has sent. The content security
// policy lets no other script do it.
(() => {
  "use strict";

  function own(address) {
    const url = new URL(address, location.href);
    if (url.origin !== location.origin) throw new TypeError("This does not come from the site itself.");
    return url.href;
  }

  const rules = { createHTML: (text) => text, createScriptURL: own };
  const policy = globalThis.trustedTypes?.createPolicy("atoll", rules) ?? rules;

  globalThis.AtollTrusted = {
    // The page that an answer of this site is.
    async page(response) {
      own(response.url);
      if (!response.headers.get("Content-Type")?.startsWith("text/html")) throw new TypeError("This is not a page.");
      return new DOMParser().parseFromString(policy.createHTML(await response.text()), "text/html");
    },
    // The address of one of this site's scripts.
    script: (address) => policy.createScriptURL(address),
  };
})();
