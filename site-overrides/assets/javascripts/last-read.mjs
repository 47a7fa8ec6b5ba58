/** Remembers the page last read, on this device, and offers it on the front page. */

import { html } from "./markup.mjs";

// The site's own root, so that two handbooks on one host keep apart and addresses stay relative.
const ROOT = new URL("../../", import.meta.url);
const KEY = `rollbook last read ${ROOT.pathname}`;

/** `<last-read>`: empty until there is a page to go on with. */
export class LastRead extends HTMLElement {
  connectedCallback() {
    const page = recall();
    if (!page) return;
    const link = html("a", { class: "rb-last-read", href: new URL(page.path, ROOT).href }, html("span", {}, "Continue: "), page.title);
    this.replaceChildren(link);
  }
}

/** Note the page being read; the front page, which only offers, does not count. */
export function rememberPage() {
  const title = document.querySelector("article h1")?.firstChild?.textContent.trim();
  if (!title || document.querySelector("last-read")) return;
  const path = location.pathname.slice(ROOT.pathname.length);
  attempt(() => localStorage.setItem(KEY, JSON.stringify({ path, title })));
}

function recall() {
  const page = attempt(() => JSON.parse(localStorage.getItem(KEY)));
  if (typeof page?.path !== "string" || typeof page.title !== "string") return null;
  return new URL(page.path, ROOT).href.startsWith(ROOT.href) ? page : null;
}

/** Storage can be full, forbidden or spoilt by hand; reading on matters more than remembering. */
function attempt(action) {
  try {
    return action();
  } catch {
    return null;
  }
}
