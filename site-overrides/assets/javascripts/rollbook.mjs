/**
 * The handbook's living parts, brought to life: this module defines the elements and nothing else.
 *
 * Material's instant navigation swaps the page's content and keeps this module, so elements
 * wire themselves up when they arrive, and what belongs to a page is done on each `document$`.
 */

import { DiceRoll } from "./dice-roll.mjs";
import { LastRead, rememberPage } from "./last-read.mjs";
import { openLinkedRoll } from "./links.mjs";
import { listenForTerms } from "./term-sheet.mjs";

customElements.define("dice-roll", DiceRoll);
customElements.define("last-read", LastRead);

listenForTerms(document);
addEventListener("hashchange", () => openLinkedRoll(location.hash));

function arrive() {
  rememberPage();
  openLinkedRoll(location.hash);
}

// Material's own signal that a page is there, the first one included. Other themes load each page anew.
const pages = window.document$;
if (pages) pages.subscribe(arrive);
else arrive();
