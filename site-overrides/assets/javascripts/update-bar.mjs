/** Offers a new release above the page, where it covers nothing; the reader reloads, or goes on reading. */

import { announce } from "./announce.mjs";
import { html } from "./markup.mjs";
import { offline } from "./offline.mjs";

const SENTENCE = "A new version of this handbook is ready.";

/** Show the offer once there is one. */
export function offerUpdates() {
  const show = () => {
    if (!offline.offer) return;
    offline.removeEventListener("change", show);
    insert(bar());
    announce(SENTENCE);
  };
  offline.addEventListener("change", show);
  show();
}

function bar() {
  const frame = html(
    "aside",
    { class: "rb-update", "aria-label": "New version" },
    html("span", {}, SENTENCE),
    html("button", { type: "button", class: "rb-action", click: () => offline.replace() }, "Reload"),
    html("button", { type: "button", class: "rb-action", click: () => shift(() => frame.remove()) }, "Later"),
  );
  return frame;
}

/** Outside the container, which instant navigation replaces. */
function insert(frame) {
  shift(() => {
    const container = document.querySelector("[data-md-component=container]");
    if (container) container.before(frame);
    else document.body.prepend(frame);
  });
}

/** What is being read stays where it is on the screen. */
function shift(change) {
  const before = document.documentElement.scrollHeight;
  change();
  if (scrollY > 0) scrollBy({ top: document.documentElement.scrollHeight - before, behavior: "instant" });
}
