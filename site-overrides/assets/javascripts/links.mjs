/** Opens the roll that the page's address names: filled in, and thrown only if its dice already lie there. */

import { isRollAddress, readRollAddress } from "./address.mjs";
import { announce } from "./announce.mjs";
import { html } from "./markup.mjs";

/** Open the roll of a hash; other hashes only clear away what an earlier one opened. */
export function openLinkedRoll(hash) {
  document.querySelector(".rb-linked")?.remove();
  if (!isRollAddress(hash)) return;
  try {
    show(readRollAddress(hash));
  } catch (error) {
    insert(html("p", {}, error.message));
    announce(error.message);
  }
}

function show({ game, check, values, faces }) {
  const roller = find(game, check) ?? make(game, check, values);
  const refused = roller.fill(values);
  const [wrong] = refused;
  if (wrong) roller.tell(`This link asks for ${wrong.join(" ")}, which this roller does not offer. Choose here what to roll.`);
  else if (faces) roller.roll({ faces, note: "As thrown when this link was made." });
  roller.scrollIntoView({ block: "center" });
}

/** A roller with controls for the check; one that stands for a row of a table is that row's alone. */
function find(game, check) {
  return [...document.querySelectorAll("dice-roll.rb-roller")].find(
    (roller) => roller.getAttribute("game") === game && roller.getAttribute("check") === check,
  );
}

function make(game, check, values) {
  const words = Object.entries(values).map(([name, value]) => `${name} ${value}`);
  const label = html("span", { class: "rb-roll__label" }, check.replaceAll("-", " "));
  const button = html("button", { type: "button", class: "rb-roll" }, label, html("span", { class: "rb-roll__against" }, words.join(", ")));
  const roller = html("dice-roll", { game, check }, button);
  insert(roller);
  return roller;
}

function insert(content) {
  const shut = html("button", { type: "button", class: "rb-action", click: () => frame.remove() }, "Close");
  const frame = html("aside", { class: "rb-linked", "aria-label": "Linked roll" }, content, shut);
  const title = document.querySelector("article h1");
  if (title) title.after(frame);
  else document.querySelector("article, main, body").prepend(frame);
}
