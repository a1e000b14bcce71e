// @ts-check
/**
 * A picture that follows its controls: native inputs, a drawing, what it comes to, the same in words.
 *
 * It keeps the values of its controls and nothing else: `draw`, `counts` and `says` are functions of
 * them, so a module brings its arithmetic and its marks, and no page code.
 *
 * @import { Control, ControlField, Picture, Values } from "./pictures.d.ts"
 */

import { node } from "../dom.js";
import { shape } from "../drawing/shapes.js";
import { t } from "../words.js";
import { drawPatterns } from "./patterns.js";

export class LivePicture {
  /**
   * @param {HTMLElement} el
   * @param {Picture} picture
   */
  constructor(el, { root, label, values, controls, draw, counts, says, player = null }) {
    this.controls = controls;
    this.draw = draw;
    this.counts = counts;
    this.says = says;
    this.values = { ...values };
    this.wide = 0;
    this.id = `cl-${Math.random().toString(36).slice(2, 10)}`; // two drawings share a page
    this.stage = node("div", { class: "cl-stage" });
    this.sums = node("dl", { class: "cl-counts" });
    this.status = node("p", { class: "cl-inwords", role: "status" });
    /** @type {Record<string, ControlField>} */
    this.fields = Object.fromEntries(controls.map((one) => [one.key, this.field(one)]));
    el.classList.add("certlab");
    el.replaceChildren(
      node(
        "div",
        { class: `cl-frame cl-sim cl-live ${root}`, role: "group", "aria-label": label },
        drawPatterns(this.id),
        node(
          "div",
          { class: "cl-controls" },
          Object.values(this.fields).map((one) => one.label),
        ),
        this.stage,
        player?.el ?? null,
        this.sums,
        node("p", { class: "cl-words-name" }, t("In words")),
        this.status,
      ),
    );
    this.paint();
    new ResizeObserver(() => {
      if (this.stage.clientWidth !== this.wide) this.paint();
    }).observe(this.stage);
  }

  /**
   * @param {Control} control
   * @returns {ControlField}
   */
  field({ key, label, choices, tick, entry }) {
    const shown = node("span", { class: "cl-value", "aria-hidden": "true" });
    const take = (/** @type {{ target: ControlField["input"] }} */ { target }) =>
      this.take(key, target);
    const given = entry ? { "data-key": key, onchange: take } : { "data-key": key, oninput: take };
    const input = choices
      ? node("select", given)
      : entry
        ? node("input", { ...given, type: "text", maxlength: entry })
        : node("input", { ...given, type: tick ? "checkbox" : "range", step: tick ? null : "1" });
    const named = [node("span", {}, label), " ", shown];
    return {
      label: node(
        "label",
        { class: tick ? "cl-tick" : entry ? "cl-entry" : choices ? null : "cl-range" },
        tick ? [input, named] : [node("span", { class: "cl-named" }, named), input],
      ),
      input,
      shown,
    };
  }

  /**
   * @param {string} key
   * @param {HTMLInputElement | HTMLSelectElement} target
   */
  take(key, target) {
    const box = target instanceof HTMLInputElement && target.type === "checkbox";
    const text = target.matches("select, [type=text]");
    this.set({ [key]: box ? target.checked : text ? target.value : Number(target.value) });
  }

  /**
   * Other values; all that follows from them is drawn again, and the controls stay where they are.
   *
   * @param {Values} values
   */
  set(values) {
    Object.assign(this.values, values);
    this.paint();
  }

  paint() {
    this.controls.forEach((one) => this.settle(one));
    this.wide = this.stage.clientWidth;
    const drawn = this.draw(this.values, this.wide || 640, this.id);
    this.stage.replaceChildren(...drawn.filter((one) => one !== null));
    this.sums.replaceChildren(
      ...this.counts(this.values).map(([number, of]) =>
        node("div", {}, node("dt", {}, of), node("dd", {}, number)),
      ),
    );
    const words = this.says(this.values);
    if (this.status.textContent !== words) this.status.textContent = words;
  }

  /**
   * A control with its value, within what the others leave it.
   *
   * @param {Control} control
   */
  settle(control) {
    const { key, choices, tick, entry } = control;
    const { input } = this.fields[key];
    const { values } = this;
    if (choices)
      this.offer(control, typeof choices === "function" ? choices(this.values) : choices);
    else if (entry) input.value = values[key];
    else if (tick) Object.assign(input, { checked: values[key] });
    else this.slide(control);
  }

  /**
   * The choices of a list; where the one that was chosen is not among them, the first.
   *
   * @param {Control} control
   * @param {string[][]} choices
   */
  offer({ key }, choices) {
    const list = /** @type {HTMLSelectElement} */ (this.fields[key].input);
    const { values } = this;
    if (!choices.some(([value]) => value === values[key])) values[key] = choices[0][0];
    const same =
      choices.map(([value]) => value).join() === [...list.options].map((one) => one.value).join();
    if (!same)
      list.replaceChildren(...choices.map(([value, words]) => node("option", { value }, words)));
    list.value = values[key];
  }

  /**
   * A slider with its value between its ends.
   *
   * @param {Control} control
   */
  slide({ key, min = 0, max = 0, shown }) {
    const { input, shown: words } = this.fields[key];
    const { values } = this;
    const most = typeof max === "function" ? max(this.values) : max;
    values[key] = Math.min(most, Math.max(min, values[key]));
    const text = shown ? shown(values[key], this.values) : String(values[key]);
    Object.assign(input, { min: String(min), max: String(most), value: String(values[key]) });
    input.setAttribute("aria-valuetext", text);
    words.textContent = text;
  }
}

/**
 * The frame of a drawing: as wide as its column, so that its text keeps its size.
 *
 * @param {number} wide
 * @param {number} high
 * @param {string} label
 * @param {(Node | null | (Node | null)[])[]} marks
 */
export function canvas(wide, high, label, ...marks) {
  const size = { width: wide, height: high, viewBox: `0 0 ${wide} ${high}` };
  return shape("svg", { ...size, role: "img", "aria-label": label }, ...marks);
}
