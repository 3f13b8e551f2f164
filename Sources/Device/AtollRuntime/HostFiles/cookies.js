// Deletes the cookies that a document can see: those that a mini app's scripts have stored for another user. `domain` is that of all mini
// apps: a cookie may belong to it, too.
function deleteCookies(domain) {
  // A cookie belongs to the path "/a" or "/a/" and all paths below it.
  const paths = ["/", location.pathname];
  for (let end = location.pathname.indexOf("/", 1); end > 0; end = location.pathname.indexOf("/", end + 1)) {
    paths.push(location.pathname.slice(0, end), location.pathname.slice(0, end + 1));
  }
  // A cookie may belong to any domain above, too. Browsers refuse those that are public suffixes.
  const places = ["", `Domain=${location.hostname}; `];
  for (let above = domain; above.includes("."); above = above.slice(above.indexOf(".") + 1)) places.push(`Domain=${above}; `);
  for (const cookie of document.cookie.split("; ").filter(Boolean)) {
    const name = cookie.includes("=") ? cookie.slice(0, cookie.indexOf("=")) : "";
    for (const path of paths) {
      for (const place of places) {
        for (const partition of ["", "; Partitioned"]) {
          document.cookie = `${name}=x; Max-Age=0; Path=${path}; ${place}Secure; SameSite=None${partition}`;
        }
      }
    }
  }
}
