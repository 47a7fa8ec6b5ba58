/** Speaks a sentence through the page's one status region. */

// A screen reader speaks changes only, so the region is emptied first and the same result is heard twice.
const PAUSE = 60;
let timer = 0;

export function announce(sentence) {
  clearTimeout(timer);
  const region = document.getElementById("rb-status");
  if (!region) return;
  region.textContent = "";
  timer = setTimeout(() => {
    region.textContent = sentence;
  }, PAUSE);
}
