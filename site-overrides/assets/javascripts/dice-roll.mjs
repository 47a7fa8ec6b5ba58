/**
 * `<dice-roll game check …inputs>`: attributes in, a `roll` event out.
 *
 * The build prints the button (and, in a full roller, the form) inside it, so that without this
 * module the page still says what is thrown and how likely it is. `state` is absent, starting,
 * ready or failed; after a roll `outcome` and `total` stand beside it, and the bubbling `roll`
 * event carries the engine's roll object.
 */

import { announce } from "./announce.mjs";
import { forgetChance, showPreview } from "./button.mjs";
import { engine, Outage } from "./client.mjs";
import { Controls } from "./controls.mjs";
import { close, present, reveal } from "./place.mjs";
import { Result } from "./result.mjs";

// Every attribute but these (and aria-*, data-*) is an input of the check.
const OWN = new Set(["game", "check", "with", "rulings", "state", "outcome", "total", "class", "id", "compact", "style", "hidden"]);

// A second tap this soon after the first, in milliseconds, is the same tap.
const DOUBLE_TAP = 300;

// How long an answer may take before the roller says that it is at work.
const AT_ONCE = 150;

export class DiceRoll extends HTMLElement {
  #controls = null;
  #last = null; // the roll on show, which a follow-up builds on, and the follow-ups already used
  #linked = {};
  #pending = false;
  #previews = 0;
  #result = null;
  #stale = false; // filled in by a link: the button is brought up to date once the engine is there anyway
  #tapped = -Infinity;

  constructor() {
    super();
    this.addEventListener("pointerdown", (event) => event.target.closest(".rb-roll") && engine.start());
    this.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("change", (event) => this.#change(event.target));
    this.addEventListener("submit", (event) => event.preventDefault());
    this.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.target.matches(".rb-controls input")) this.#tap(event, this.button);
    });
  }

  connectedCallback() {
    const form = this.querySelector("form.rb-controls");
    if (form) this.#controls = new Controls(form);
    engine.addEventListener("change", this.#reflect);
    this.#reflect();
  }

  disconnectedCallback() {
    engine.removeEventListener("change", this.#reflect);
    if (this.#result) close(this.#result.element);
  }

  /** The button that throws. */
  get button() {
    return this.querySelector(".rb-roll");
  }

  /** What the engine is asked about: the attributes, over them what a link set, over that the form. */
  get question() {
    const attributes = {};
    for (const { name, value } of this.attributes) {
      if (!OWN.has(name) && !/^(aria|data)-/.test(name)) attributes[name] = value;
    }
    const { with: situations, rulings, ...inputs } = {
      with: this.getAttribute("with") ?? "",
      rulings: this.getAttribute("rulings") ?? "",
      ...attributes,
      ...this.#linked,
      ...this.#controls?.values,
    };
    // Free dice are a game whose check is the notation itself, whoever typed it.
    const free = inputs.notation ? { game: "dice", check: inputs.notation } : {};
    return { game: this.getAttribute("game"), check: this.getAttribute("check"), ...free, inputs, with: situations, rulings };
  }

  /** Set inputs, `with` and `rulings` by name; gives the [name, value] pairs that the form does not offer. */
  fill(values) {
    const { refused, other } = this.#controls?.fill(values) ?? { refused: [], other: values };
    this.#linked = other;
    this.#stale = true;
    this.#reflect();
    return refused;
  }

  /** Say a sentence at the roller, where its result would stand. */
  tell(sentence) {
    this.#present(this.button, (result) => result.problem(sentence));
    announce(sentence);
  }

  /** Throw, or adjudicate the faces given, and show what comes of it. */
  async roll({ control = this.button, note = null, ...more } = {}) {
    if (this.#pending) return;
    this.#pending = true;
    this.setAttribute("aria-busy", "true");
    const ask = { ask: more.faces && !more.follow ? "read" : "roll", ...this.question, ...more };
    const late = setTimeout(() => this.#wait(control), engine.state === "ready" ? AT_ONCE : 0);
    try {
      const roll = await engine.request(ask);
      this.#settle(late);
      this.#last = { roll, used: more.follow ? [...more.used, more.follow] : [] };
      this.#show(roll, note, control);
    } catch (error) {
      this.#settle(late);
      this.#excuse(error, control, (event) => this.roll({ ...more, note, control: event.currentTarget }));
    }
  }

  #click(event) {
    const button = event.target.closest("button");
    if (!button || this.#controls?.step(button)) return;
    if (button === this.button) this.#tap(event, button);
  }

  /** A tap while a roll is on its way is kept by that roll: two taps, one answer. */
  #tap(event, control) {
    const soon = event.timeStamp - this.#tapped < DOUBLE_TAP;
    if (soon && (event.detail > 1 || event.pointerType === "touch")) return;
    this.#tapped = event.timeStamp;
    this.roll({ control });
  }

  /** A follow-up builds on the roll as it was asked and fell, whatever the controls say by now. */
  #follow(control, { id, label }) {
    const { game, check, inputs, with: situations, rulings, faces } = this.#last.roll;
    const { used } = this.#last;
    this.roll({ control, note: label, game, check, inputs, with: situations, rulings, faces, follow: id, used });
  }

  #wait(control) {
    this.#present(control, (result) => result.load(engine));
    if (engine.state === "starting") announce("Loading the dice engine.");
  }

  #settle(late) {
    clearTimeout(late);
    this.#pending = false;
    this.removeAttribute("aria-busy");
  }

  #show(roll, note, control) {
    this.#mark("outcome", roll.outcome);
    this.#mark("total", roll.total);
    if (!this.isConnected) return;
    this.#present(control, (result) => result.show(roll, note));
    announce(roll.text);
    this.dispatchEvent(new CustomEvent("roll", { bubbles: true, detail: roll }));
  }

  #excuse(error, control, retry) {
    if (!this.isConnected) return;
    const sentence = error instanceof Outage ? `${error.message} The odds on this page still hold.` : error.message;
    this.#present(control, (result) => result.problem(sentence, error instanceof Outage ? retry : null));
    announce(sentence);
  }

  #present(control, write) {
    const result = this.#box;
    const fresh = !result.element.isConnected;
    present(this, result.element, control, () => write(result));
    if (fresh) reveal(result.element);
  }

  get #box() {
    this.#result ??= new Result({
      again: (event) => this.#tap(event, event.currentTarget),
      followUp: (event, choice) => this.#follow(event.currentTarget, choice),
      close: () => {
        close(this.#result.element, this.button);
        this.button.focus({ preventScroll: true });
      },
    });
    return this.#result;
  }

  #change(control) {
    if (!this.#controls) return;
    this.#controls.used(control);
    for (const name of Object.keys(this.#controls.values)) delete this.#linked[name];
    this.#preview();
  }

  async #preview() {
    const turn = ++this.#previews;
    this.#stale = false;
    forgetChance(this.button);
    try {
      const preview = await engine.request({ ask: "preview", ...this.question });
      if (turn === this.#previews) showPreview(this.button, preview);
    } catch (error) {
      if (turn !== this.#previews) return;
      forgetChance(this.button, null);
      this.#excuse(error, this.button, () => this.#preview());
    }
  }

  #reflect = () => {
    this.#mark("state", engine.state === "absent" ? null : engine.state);
    if (this.#pending && this.#result?.element.isConnected) this.#result.load(engine);
    if (this.#stale && engine.state === "ready") this.#preview();
  };

  #mark(name, value) {
    if (value === null || value === undefined) this.removeAttribute(name);
    else if (this.getAttribute(name) !== String(value)) this.setAttribute(name, value);
  }
}
