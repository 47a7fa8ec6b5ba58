/** Cuts one entry out of a page of the handbook: the one shown, or one fetched for it. */

import { html } from "./markup.mjs";

const HEADING = "h1, h2, h3, h4, h5, h6";

const pages = new Map(); // address to document, for this visit: entries are looked up in clusters

/**
 * `{title, titled, content}` of the entry at an address, `titled` where the content says its title
 * itself; rejects when the page or the entry is not there.
 */
export async function findEntry(address) {
  const url = new URL(address);
  const page = await readPage(url);
  const anchor = page.getElementById(decodeURIComponent(url.hash.slice(1)));
  if (!anchor) throw new Error(`No entry at ${address}`);
  const { title, titled = false, nodes } = cut(anchor);
  return { title, titled, content: nodes.map((node) => tidy(node, url)) };
}

async function readPage(url) {
  const address = url.href.split("#")[0];
  if (address === location.href.split("#")[0]) return document;
  if (!pages.has(address)) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    pages.set(address, new DOMParser().parseFromString(await response.text(), "text/html"));
  }
  return pages.get(address);
}

function cut(anchor) {
  if (anchor.matches("tr")) return cutRow(anchor);
  if (anchor.matches(HEADING)) return { title: words(anchor), nodes: upToNext(anchor) };
  const label = anchor.getAttribute("aria-label");
  if (label) return { title: label, nodes: [anchor] };
  return { title: words(anchor.querySelector("strong") ?? anchor), titled: true, nodes: [anchor] };
}

function upToNext(heading) {
  const nodes = [];
  for (let node = heading.nextElementSibling; node && !node.matches(HEADING); node = node.nextElementSibling) nodes.push(node);
  return nodes;
}

/** A row alone has lost its column heads: each cell gets its own beside it. */
function cutRow(row) {
  const heads = [...row.closest("table").querySelectorAll("thead th")].map(words);
  const [first, ...cells] = row.cells;
  const pairs = cells
    .map((cell, index) => ({ cell, head: heads[index + 1] ?? "" }))
    .filter(({ cell }) => !cell.querySelector("dice-roll"))
    .flatMap(({ cell, head }) => [html("dt", {}, head), html("dd", {}, ...cell.cloneNode(true).childNodes)]);
  // What does not fit into columns stands in a row of its own below.
  const more = row.nextElementSibling?.matches(".rb-table__more") ? [...row.nextElementSibling.cells].flatMap((cell) => [...cell.children]) : [];
  return { title: words(first), nodes: [html("dl", { class: "rb-sheet__row" }, ...pairs), ...more] };
}

/** A copy fit for another page: addresses made whole, no second ids, and no rollers, which belong to their page. */
function tidy(node, base) {
  const copy = document.importNode(node, true);
  for (const roller of copy.querySelectorAll("dice-roll, .rb-result")) roller.remove();
  for (const link of copy.querySelectorAll("a[href]")) link.href = new URL(link.getAttribute("href"), base).href;
  for (const marked of [copy, ...copy.querySelectorAll("[id]")]) marked.removeAttribute("id");
  return copy;
}

/** What an element says, without the permalink sign that headings carry. */
function words(element) {
  const copy = element.cloneNode(true);
  for (const sign of copy.querySelectorAll(".headerlink")) sign.remove();
  return copy.textContent.trim();
}
