/** `<offline-state>`: says what of the handbook is on this device, and offers to keep all of it. */

import { announce } from "./announce.mjs";
import { html } from "./markup.mjs";
import { offline } from "./offline.mjs";

const MEGABYTE = 1_000_000;

export class OfflineState extends HTMLElement {
  #words = html("p", { class: "rb-offline__words" });
  #bar = html("progress", { class: "rb-progress", "aria-label": "Fetching the offline copy" });
  #button = html("button", { type: "button", class: "rb-action", click: () => offline.keep() });

  connectedCallback() {
    offline.addEventListener("change", this.#show);
    this.#show();
  }

  disconnectedCallback() {
    offline.removeEventListener("change", this.#show);
  }

  #show = () => {
    const { state, progress } = offline;
    const waited = this.getAttribute("state") === "fetching" && state !== "fetching";
    this.setAttribute("state", state);
    this.#words.textContent = words(state);
    if (waited) announce(this.#words.textContent);
    this.#button.textContent = label(state);
    if (progress) {
      this.#bar.max = progress.total;
      this.#bar.value = progress.loaded;
    }
    this.#place(this.#words, this.#words.textContent);
    this.#place(this.#bar, progress);
    this.#place(this.#button, this.#button.textContent);
  };

  // Put in and taken out one by one: the button keeps its focus while the words change.
  #place(part, wanted) {
    if (!wanted) part.remove();
    else if (part.parentNode !== this) this.append(part);
  }
}

function words(state) {
  const { progress, reason, size } = offline;
  switch (state) {
    case "none":
      return "The handbook is read over the network.";
    case "pages":
      return "Pages and search work without a network. The dice need one until they are kept too.";
    case "fetching":
      return `Fetching the offline copy: ${megabytes(progress.loaded)} of ${megabytes(progress.total)} MB`;
    case "ready":
      return `Ready offline: every page and the dice are on this device (${megabytes(size)} MB).`;
    case "gone":
      return "The offline copy is no longer whole: the browser removed some of it. With a network, everything still works.";
    default:
      return reason;
  }
}

function label(state) {
  if (state === "failed") return "Try again";
  return ["none", "pages", "gone"].includes(state) ? `Make available offline (${megabytes(offline.size)} MB)` : "";
}

function megabytes(bytes) {
  return (bytes / MEGABYTE).toFixed(1);
}
