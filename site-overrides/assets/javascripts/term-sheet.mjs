/** A tap on a term opens its entry in a sheet over the lower half; what was being read stays in sight. */

import { findEntry } from "./entry.mjs";
import { html } from "./markup.mjs";

let sheet = null; // {dialog, title, body, go}: made once, used for every term
let wanted = 0; // counts the taps, so that a slow page does not replace a later term
let after = null; // what to do once that step is taken back
let passing = false; // whether a tap goes through to the browser

/** Take over plain taps on terms within `root`. */
export function listenForTerms(root) {
  root.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-entry]");
    if (!link || passing || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    openTerm(link);
  }, { capture: true }); // Before instant navigation, which listens further out, follows the link.
  document.addEventListener("rb-back", onBack); // Sent by back.js, ahead of the theme.
}

async function openTerm(link) {
  const turn = ++wanted;
  try {
    const entry = await findEntry(link.href);
    if (turn === wanted) show(entry, link);
  } catch {
    if (turn === wanted) leave(() => follow(link));
  }
}

function show({ title, titled, content }, link) {
  sheet ??= make();
  sheet.dialog.setAttribute("aria-label", title);
  sheet.title.textContent = title;
  sheet.title.hidden = titled;
  sheet.body.replaceChildren(...content);
  sheet.body.scrollTop = 0;
  sheet.go.href = link.href;
  if (sheet.dialog.open) return;
  document.body.append(sheet.dialog);
  sheet.dialog.showModal();
  // One step of history, so that back closes the sheet and not the page.
  history.pushState(history.state, "");
  document.documentElement.setAttribute("data-rb-sheet", "");
}

function make() {
  const title = html("h2", { class: "rb-sheet__title" });
  const body = html("div", { class: "rb-sheet__body md-typeset", role: "region", tabindex: "0", "aria-label": "Entry" });
  const go = html("a", { class: "rb-action rb-action--first" }, "Go to the entry");
  const shut = html("button", { type: "button", class: "rb-action", click: () => leave() }, "Close");
  const panel = html("div", { class: "rb-sheet__panel" }, title, body, html("div", { class: "rb-sheet__actions" }, shut, go));
  const dialog = html("dialog", { class: "rb-sheet" }, panel);
  dialog.addEventListener("click", (event) => event.target === dialog && leave());
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    leave();
  });
  panel.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]:not([data-entry])");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    leave(() => follow(link));
  });
  return { dialog, title, body, go };
}

/** Close the sheet, take its step of history back, then go on. */
function leave(next = null) {
  wanted += 1;
  shut();
  if (!document.documentElement.hasAttribute("data-rb-sheet")) {
    next?.();
    return;
  }
  after = next;
  history.back();
}

function onBack() {
  document.documentElement.removeAttribute("data-rb-sheet");
  wanted += 1;
  shut();
  const next = after;
  after = null;
  next?.();
}

function shut() {
  if (sheet?.dialog.open) sheet.dialog.close();
  sheet?.dialog.remove();
}

/** Follow a link as if it had been tapped in the page, so that instant navigation can take it. */
function follow(link) {
  const twin = html("a", { href: link.href, hidden: "" });
  document.body.append(twin);
  passing = true;
  twin.click();
  passing = false;
  twin.remove();
}
