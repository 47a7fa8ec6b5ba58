/** Shows one roll object of the engine: total, verdict, dice, steps, and what can be done next. */

import { thrown } from "./dice.mjs";
import { html } from "./markup.mjs";
import { sharing } from "./share.mjs";
import { sign } from "./sign.mjs";

/**
 * The box that a roller opens. It is one element for the roller's life and is written anew for
 * each roll, so that Again keeps its focus and a thousand rolls leave no more behind than one.
 */
export class Result {
  #body = html("div", { class: "rb-result__body" });
  #followUps = html("span", { class: "rb-result__follow-ups" });
  #again;
  #share = sharing();
  #hooks;

  /** `hooks`: again(event), followUp(event, choice), close(event). */
  constructor(hooks) {
    this.#hooks = hooks;
    this.#again = button("Again", hooks.again, "rb-action--first");
    const shut = html("button", { type: "button", class: "rb-close", "aria-label": "Close the result", click: hooks.close }, sign("close"));
    const actions = html("div", { class: "rb-result__actions" }, this.#again, this.#share.button, this.#followUps);
    this.element = html("div", { class: "rb-result", role: "group", "aria-label": "Result" }, this.#body, actions, shut);
  }

  /** The roll, with an optional line about how it came to be. */
  show(roll, note = null) {
    this.#become("roll", roll.tone);
    this.#body.replaceChildren(...parts(roll, note));
    this.#followUps.replaceChildren(...(roll.follow_ups ?? []).map((choice) => this.#followUp(choice)));
    this.#share.offer(roll);
  }

  /** What the engine is doing before the first answer. */
  load({ state, progress }) {
    this.#become("loading");
    const words = html("p", { class: "rb-result__words" }, loadingWords(state, progress));
    const bar = html("progress", { class: "rb-progress", max: progress?.total || 1, "aria-label": "Loading the dice engine" });
    if (progress && progress.loaded < progress.total) bar.value = progress.loaded;
    this.#body.replaceChildren(words, bar);
  }

  /** What went wrong and what to do; `retry` offers to ask again. */
  problem(sentence, retry = null) {
    this.#become("problem", "failure");
    const words = html("p", { class: "rb-result__words" }, sign("failure"), html("span", {}, sentence));
    const again = retry ? html("p", { class: "rb-result__retry" }, button("Retry", retry, "rb-action--first")) : null;
    this.#body.replaceChildren(...[words, again].filter(Boolean));
    this.#followUps.replaceChildren();
  }

  #followUp(choice) {
    const words = [choice.label, choice.cost, choice.chance].filter(Boolean).join(" · ");
    return button(words, (event) => this.#hooks.followUp(event, choice));
  }

  #become(kind, tone = null) {
    this.element.dataset.kind = kind;
    if (tone) this.element.dataset.tone = tone;
    else delete this.element.dataset.tone;
  }
}

function parts(roll, note) {
  const amounts = Object.entries(roll.amounts ?? {}).map(([name, value]) => html("span", { class: "rb-result__amount" }, `${name} ${value}`));
  return [
    html(
      "p",
      { class: "rb-result__verdict" },
      roll.total === null ? null : html("strong", { class: "rb-result__total" }, String(roll.total)),
      sign(roll.tone),
      html("span", { class: "rb-result__words" }, roll.verdict ?? ""),
    ),
    note ? html("p", { class: "rb-result__note" }, note) : null,
    roll.dice.length + amounts.length ? html("div", { class: "rb-result__dice" }, ...roll.dice.map(thrown), ...amounts) : null,
    roll.steps.length ? html("ol", { class: "rb-result__steps" }, ...roll.steps.map(({ text }) => html("li", {}, text))) : null,
  ].filter(Boolean);
}

function loadingWords(state, progress) {
  if (state === "ready") return "Rolling …";
  if (!progress) return "Loading the dice engine …";
  if (progress.loaded >= progress.total) return "Starting the dice engine …";
  return `Loading the dice engine … ${Math.floor((100 * progress.loaded) / progress.total)} %`;
}

function button(words, press, kind = "") {
  return html("button", { type: "button", class: `rb-action ${kind}`.trim(), click: press }, words);
}
