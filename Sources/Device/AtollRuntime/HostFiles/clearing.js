// Deletes the cookies that a mini app has stored for another user, on a domain whose mini apps share one site: there, a header would
// delete those of all mini apps. Then this script navigates on. `deleteCookies` is in cookies.js, which comes before this script.
const { next, domain } = document.body.dataset;

// Only in the frame of the page that has opened it.
if (parent !== window) {
  deleteCookies(domain);
  location.replace(next);
}
