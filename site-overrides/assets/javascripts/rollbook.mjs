/**
 * The handbook's living parts, brought to life: this module defines the elements and nothing else.
 *
 * Material's instant navigation swaps the page's content and keeps this module, so elements
 * wire themselves up when they arrive, and what belongs to a page is done on each `document$`.
 */

import { DiceRoll } from "./dice-roll.mjs";
import { LastRead, rememberPage } from "./last-read.mjs";
import { openLinkedRoll } from "./links.mjs";
import { RuleValue } from "./rule-value.mjs";
import { startOffline } from "./offline.mjs";
import { OfflineState } from "./offline-state.mjs";
import { goOnReading } from "./standalone.mjs";
import { listenForTerms } from "./term-sheet.mjs";
import { offerUpdates } from "./update-bar.mjs";

customElements.define("dice-roll", DiceRoll);
customElements.define("last-read", LastRead);
customElements.define("offline-state", OfflineState);
customElements.define("rule-value", RuleValue);

goOnReading();
listenForTerms(document);
offerUpdates();
startOffline();
document.addEventListener("click", (event) => {
  // Material's own label for its search also brings up the keyboard; one on a page only opens it.
  if (event.target.closest?.(".rb-search")) document.querySelector("[data-md-component=search-query]")?.focus();
});
addEventListener("hashchange", () => openLinkedRoll(location.hash));

function arrive() {
  rememberPage();
  openLinkedRoll(location.hash);
}

// Material's own signal that a page is there, the first one included. Other themes load each page anew.
const pages = window.document$;
if (pages) pages.subscribe(arrive);
else arrive();
