/**
 * `<rule-value game value>`: a derived value that follows the reader's own numbers.
 *
 * The build prints the form with the usual numbers and, in `<output>`, what they come to. Each change
 * asks the engine `derive`; the page never works anything out itself.
 */

import { announce } from "./announce.mjs";
import { engine, Outage } from "./client.mjs";
import { Controls } from "./controls.mjs";

export class RuleValue extends HTMLElement {
  #controls = null;
  #turn = 0;

  constructor() {
    super();
    this.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.#controls?.step(button);
    });
    this.addEventListener("change", () => this.#work());
    this.addEventListener("submit", (event) => event.preventDefault());
  }

  connectedCallback() {
    const form = this.querySelector("form.rb-controls");
    if (form) this.#controls = new Controls(form);
  }

  /** What the engine is asked. */
  get question() {
    return {
      ask: "derive",
      game: this.getAttribute("game"),
      value: this.getAttribute("value"),
      numbers: this.#controls?.values ?? {},
      with: this.getAttribute("with") ?? "",
      rulings: this.getAttribute("rulings") ?? "",
    };
  }

  async #work() {
    const turn = ++this.#turn;
    this.#write("…");
    this.setAttribute("aria-busy", "true");
    try {
      const { shown, text } = await engine.request(this.question);
      if (turn !== this.#turn) return;
      this.#write(shown);
      announce(text);
    } catch (error) {
      if (turn !== this.#turn) return;
      // The next change asks again, an engine that failed included.
      this.#write("—", error instanceof Outage ? `${error.message} The table above still holds.` : error.message);
      announce(error.message);
    }
    this.removeAttribute("aria-busy");
  }

  #write(shown, problem = "") {
    const output = this.querySelector("output");
    if (output) output.textContent = shown;
    const note = this.querySelector(".rb-value__problem");
    if (!note) return;
    note.textContent = problem;
    note.hidden = !problem;
  }
}
