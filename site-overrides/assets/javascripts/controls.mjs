/**
 * Reads and fills the form that the build printed into a full roller.
 *
 * A control's name is an input of the check. Where `data-set` stands, its value is several inputs
 * at once. Where two kinds of control share a name (chips and a field for another number), the one
 * used last counts and the other empties.
 */

export class Controls {
  #form;

  constructor(form) {
    this.#form = form;
  }

  /** Input ids to values of everything set in the form. */
  get values() {
    return Object.assign({}, ...this.#controls().map(valuesOf));
  }

  /** A control was used: those that share its name give way. */
  used(control) {
    for (const other of this.#controls()) {
      if (other.name !== control.name || other.type === control.type || valuesOf(control) === null) continue;
      if (other.type === "radio") other.checked = false;
      else other.value = "";
    }
  }

  /**
   * Start from the form's defaults and set what `values` names. Gives what could not be set:
   * `refused`, which a control has but does not offer, and `other`, for which there is no control.
   */
  fill(values) {
    this.#form.reset();
    const taken = new Set();
    const known = new Set();
    for (const control of this.#controls()) {
      const names = namesOf(control);
      if (!control.dataset.set) known.add(control.name);
      if (!offer(control, values)) continue;
      names.forEach((name) => taken.add(name));
      this.used(control);
    }
    const left = Object.entries(values).filter(([name]) => !taken.has(name));
    return {
      refused: left.filter(([name]) => known.has(name)),
      other: Object.fromEntries(left.filter(([name]) => !known.has(name))),
    };
  }

  /** Move what stands beside a stepper's button by one, within its bounds; true when it was such a button. */
  step(button) {
    if (!button.matches(".rb-stepper > [data-step]")) return false;
    const field = button.parentElement.querySelector("input, select");
    const down = button.dataset.step.startsWith("-");
    if (field.localName === "select") chooseNext(field, down);
    else if (down) field.stepDown();
    else field.stepUp();
    field.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  }

  #controls() {
    return [...this.#form.elements].filter((control) => control.name && !control.disabled);
  }
}

function chooseNext(select, down) {
  const option = select.selectedOptions[0];
  const next = down ? option.previousElementSibling : option.nextElementSibling;
  if (next) next.selected = true;
}

function namesOf(control) {
  return control.dataset.set ? Object.keys(JSON.parse(control.dataset.set)) : [control.name];
}

/** What a control sets, or null when it is unchecked or empty. */
function valuesOf(control) {
  if (control.type === "checkbox") return { [control.name]: control.checked ? "yes" : "no" };
  if (control.type === "radio" && !control.checked) return null;
  if (control.dataset.set) return JSON.parse(control.dataset.set);
  return control.value === "" ? null : { [control.name]: control.value };
}

/** Give the control its value among `values`, if it offers that one. */
function offer(control, values) {
  if (control.dataset.set) {
    // Chosen when all that it stands for agrees; what the values leave out counts as none.
    control.checked = Object.entries(JSON.parse(control.dataset.set)).every(([name, value]) => String(values[name] ?? 0) === String(value));
    return control.checked;
  }
  const value = values[control.name];
  if (value === undefined) return false;
  if (control.type === "radio") {
    control.checked = control.value === value;
    return control.checked;
  }
  if (control.type === "checkbox") {
    control.checked = value === "yes";
    return value === "yes" || value === "no";
  }
  // A browser complains in its console when a field for numbers is given the name of a rung.
  if (control.type === "number" && !/^-?\d+$/.test(value)) return false;
  const before = control.value;
  control.value = value;
  if (control.value === value && control.checkValidity()) return true;
  control.value = before;
  return false;
}
