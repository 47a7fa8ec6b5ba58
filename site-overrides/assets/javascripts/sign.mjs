/** Drawn signs: one for each tone, so that a verdict never rests on colour, and one to close with. */

import { svg } from "./markup.mjs";

const SIGNS = {
  close: [["thin", "M6 6 18 18M18 6 6 18"]],
  critical: [["fill", "M12 1.8l3.1 6.6 7.2.9-5.3 5 1.4 7.1-6.4-3.5-6.4 3.5L7 14.3l-5.3-5 7.2-.9Z"]],
  success: [["line", "M3.5 12.8 9.4 18.6 20.5 6.2"]],
  failure: [["line", "M5 5 19 19M19 5 5 19"]],
  fumble: [
    ["fill", "M3.5 4.5h9l-2.2 5.2 3 3.2-3.2 3.2 1 4.4H3.5Z"],
    ["fill", "M15.5 3.2 21.6 4.6 18.2 20.2 13.8 19.2 13.2 16.6 16.6 12.9 13.4 9.5Z"],
  ],
};

/** The sign of that name, or null: not every roll has a verdict. */
export function sign(name) {
  const paths = SIGNS[name];
  if (!paths) return null;
  return svg(
    "svg",
    { class: "rb-sign", viewBox: "0 0 24 24", "aria-hidden": "true" },
    ...paths.map(([kind, d]) => svg("path", { class: `rb-sign__${kind}`, d })),
  );
}
