/** Started from the home screen, the handbook opens at the page last read. */

/** The manifest's start address has this query, so that going to the front page later stays possible. */
const START = "?start";

/** Leave the start address for the page that `<last-read>` offers. */
export function goOnReading() {
  if (location.search !== START) return;
  const last = document.querySelector("last-read a");
  if (last) location.replace(last.href);
  else history.replaceState(history.state, "", location.pathname + location.hash);
}
