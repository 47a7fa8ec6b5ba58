/** Draws dice by their true outline, from the shapes that the build printed into the page. */

import { svg } from "./markup.mjs";

// A die without an outline of its own: the percentile pair shares the d10's, anything else is round.
const LIKE = { 100: "10" };
const ROUND = "2";

// How a die that does not count is struck out; the face stays legible on top of the stroke.
const STRIKES = { dropped: "M2 21 22 3", rerolled: "M2 21 22 3", cancelled: "M2 21 22 3M2 3 22 21" };

let outlines = null;

function outline(sides) {
  outlines ??= JSON.parse(document.getElementById("rb-dice")?.textContent ?? "{}");
  return outlines[LIKE[sides] ?? sides] ?? outlines[ROUND] ?? "";
}

/** A die of so many sides, as an ornament beside words that name it. */
export function shape(sides) {
  return svg(
    "svg",
    { class: "rb-die", "data-sides": sides, viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: outline(sides) }),
  );
}

/** A thrown die: its face, what became of it, and the same in words. */
export function thrown({ sides, face, mark, by }) {
  const highest = face === sides;
  const lowest = face === 1;
  const words = [`d${sides}: ${face}`, by ? `${mark} (${by})` : mark, highest ? "highest face" : null, lowest ? "one" : null];
  const die = svg(
    "svg",
    { class: "rb-thrown", viewBox: "0 -4 24 32", role: "img", "data-mark": mark, "data-sides": sides },
    svg("title", {}, words.filter(Boolean).join(", ")),
    svg("path", { class: "rb-thrown__shape", d: outline(sides) }),
    STRIKES[mark] ? svg("path", { class: "rb-thrown__strike", d: STRIKES[mark] }) : null,
    svg("text", { class: "rb-thrown__face", x: 12, y: 12, "data-digits": String(face).length }, String(face)),
  );
  if (highest) die.append(svg("path", { class: "rb-thrown__sign", d: "M12-3.6 15 0H9Z" }));
  if (lowest) die.append(svg("path", { class: "rb-thrown__sign", d: "M12 27.6 15 24H9Z" }));
  return die;
}
