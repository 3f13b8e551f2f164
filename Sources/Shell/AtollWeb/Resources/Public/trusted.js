// The one place where text is parsed as HTML or becomes the URL of a script: only text and URLs of this site are
// accepted. The content security policy allows this in no other script.
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
    // The page in a response of this site.
    async page(response) {
      own(response.url);
      if (!response.headers.get("Content-Type")?.startsWith("text/html")) throw new TypeError("This is not a page.");
      return new DOMParser().parseFromString(policy.createHTML(await response.text()), "text/html");
    },
    // The URL of one of this site's scripts.
    script: (address) => policy.createScriptURL(address),
  };
})();
