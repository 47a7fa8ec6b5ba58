/** Where a result stands: next to its roller, one on a page, and without moving what was tapped. */

import { html } from "./markup.mjs";

let current = null; // {result, frame}: the one that is open
let gap = null; // what keeps the page from jumping where it cannot be scrolled instead

/** Write `result` and open it at its roller; an earlier one closes. `control` keeps its place on the screen. */
export function present(roller, result, control, write) {
  result.style.minHeight = "";
  if (current?.result === result && result.isConnected) {
    const stretch = (height) => {
      result.style.minHeight = `${result.offsetHeight + height}px`;
    };
    steady(control, write, stretch);
    return;
  }
  let room = null;
  const change = () => {
    write();
    room = take();
    current = { result, frame: put(roller, result) };
  };
  steady(control, change, (height) => room && keep(room, height));
}

/** Close `result` if it is the open one. */
export function close(result, control) {
  if (current?.result === result) steady(control, take, () => {});
}

/**
 * Change the page; afterwards the control is where it was on the screen. Mostly the page scrolls to
 * make up for it. Near its top there is nothing left to scroll, and `fill` makes up the height.
 */
function steady(control, change, fill) {
  const before = control?.isConnected ? control.getBoundingClientRect().top : null;
  change();
  if (before === null || !control.isConnected) return;
  const moved = () => control.getBoundingClientRect().top - before;
  if (Math.abs(moved()) > 0.5) scrollBy({ top: moved(), behavior: "instant" });
  if (moved() < -0.5) fill(-moved());
}

/** Bring a result into sight when not even its verdict shows; then and only then the page scrolls. */
export function reveal(result) {
  const verdict = result.firstElementChild?.firstElementChild ?? result;
  if (verdict.getBoundingClientRect().bottom <= innerHeight) return;
  result.scrollIntoView({ block: "nearest", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth" });
}

/** Take the open result away; gives the node before which it stood. */
function take() {
  gap?.remove();
  gap = null;
  if (!current) return null;
  const { frame } = current;
  current = null;
  const room = { parent: frame.parentNode, next: frame.nextSibling, row: frame.localName === "tr" };
  frame.remove();
  return room.parent ? room : null;
}

function put(roller, result) {
  const tableRow = roller.closest("tr");
  if (tableRow) {
    const columns = [...tableRow.cells].reduce((sum, cell) => sum + cell.colSpan, 0);
    const frame = html("tr", { class: "rb-result-row" }, html("td", { colspan: columns }, result));
    tableRow.after(frame);
    return frame;
  }
  (roller.closest(".rb-row") ?? roller).append(result);
  return result;
}

function keep({ parent, next, row }, height) {
  gap = row ? html("tr", {}, html("td", { colspan: 99 })) : html("div");
  gap.className = "rb-gap";
  gap.style.height = `${height}px`;
  parent.insertBefore(gap, next?.parentNode === parent ? next : null);
  addEventListener("scrollend", letGo);
}

/** Once scrolled out of sight, the room can go without anything visible moving. */
function letGo() {
  if (gap && gap.getBoundingClientRect().bottom > 0) return;
  removeEventListener("scrollend", letGo);
  if (!gap) return;
  const height = gap.getBoundingClientRect().height;
  gap.remove();
  gap = null;
  scrollBy({ top: -height, behavior: "instant" });
}
