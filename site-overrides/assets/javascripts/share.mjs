/** Hands a result on: to the device's share sheet, else to the clipboard, else as text to select. */

import { announce } from "./announce.mjs";
import { rollAddress } from "./address.mjs";
import { html } from "./markup.mjs";

const AWHILE = 2000;

/** A button, and `offer(roll)` to say what it hands on. */
export function sharing() {
  const name = navigator.share ? "Share" : "Copy";
  let roll = null;
  const button = html("button", { type: "button", class: "rb-action rb-action--share", click: () => share(roll, button, name) }, name);
  return {
    button,
    offer(next) {
      roll = next;
      button.textContent = name;
      button.parentNode?.querySelector(".rb-share-text")?.remove();
    },
  };
}

async function share(roll, button, name) {
  const url = rollAddress(roll);
  const text = `${roll.text}\n${url}`;
  try {
    if (navigator.share) await navigator.share({ text: roll.text, url });
    else await navigator.clipboard.writeText(text);
  } catch (error) {
    if (error.name !== "AbortError") showText(button, text);
    return;
  }
  if (navigator.share) return;
  button.textContent = "Copied";
  announce("Copied.");
  setTimeout(() => {
    if (button.textContent === "Copied") button.textContent = name;
  }, AWHILE);
}

/** Browsers keep the clipboard from pages served without encryption, as on a table's own network. */
function showText(button, text) {
  if (button.parentNode.querySelector(".rb-share-text")) return;
  const field = html("textarea", { class: "rb-share-text", readonly: "", rows: 3, "aria-label": "Copy this text" }, text);
  button.parentNode.append(field);
  field.select();
  announce("This browser would not copy. The text is selected: copy it from here.");
}
