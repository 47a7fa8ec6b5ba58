/** Writes the engine's preview of a roll onto its button: what it throws, what for, how likely. */

import { shape } from "./dice.mjs";
import { html } from "./markup.mjs";

/** Show a preview of `{label, against, chance, dice, active}`; free dice add their `range` and `average`. */
export function showPreview(button, { label, against, chance, dice, active, range, average }) {
  part(button, "dice", "true").replaceChildren(...(dice ?? []).map(shape));
  write(button, "label", label);
  write(button, "against", against);
  write(button, "active", [...(active ?? []), range, average && `average ${average}`].filter(Boolean).join(", "));
  write(button, "chance", chance);
}

/** Until the engine has answered, a chance that may no longer be true is not shown; if it cannot, none is. */
export function forgetChance(button, instead = "…") {
  write(button, "chance", instead);
}

function write(button, name, text) {
  const element = part(button, name);
  element.textContent = text ?? "";
  element.hidden = !text;
}

function part(button, name, decorative = null) {
  const found = button.querySelector(`.rb-roll__${name}`);
  if (found) return found;
  const made = html("span", { class: `rb-roll__${name}`, "aria-hidden": decorative });
  const chance = button.querySelector(".rb-roll__chance");
  button.insertBefore(made, name === "dice" ? button.firstChild : chance);
  return made;
}
