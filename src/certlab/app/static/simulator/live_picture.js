// @ts-check
/**
 * A picture that follows its controls: native inputs, a drawing, what it comes to, the same in words.
 *
 * It keeps the values of its controls and nothing else: `draw`, `counts` and `says` are functions of
 * them, so a module brings its arithmetic and its marks, and no page code.
 */

import { node } from "../dom.js";
import { shape } from "../drawing/shapes.js";
import { t } from "../words.js";
import { drawPatterns } from "./patterns.js";

export class LivePicture {
  /**
   * `root` is the root class, `label` what the whole is called, `values` what the controls
   * begin with. A control has a `key`, a `label`, and one of: `choices`, [value, words] each, or a function of
   * the values; `tick`, a box; `entry`, a line of so many letters, taken at Enter; or a slider's `min` and `max`, a
   * number or a function of the values, in whole steps, with `shown(value, values)` for how it reads.
   *
   * `draw(values, wide, id)` gives the marks for a column of so many pixels, the patterns being named by `id`;
   * `counts(values)` [number with unit, of what] each; `says(values)` a sentence or two; `player` is steps below
   * the drawing.
   *
   * @param {HTMLElement} el
   * @param {any} made
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
    /** @type {Record<string, any>} */
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

  field({ key, label, choices, tick, entry }) {
    const shown = node("span", { class: "cl-value", "aria-hidden": "true" });
    const take = ({ target }) => this.take(key, target);
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

  take(key, target) {
    const value =
      target.type === "checkbox"
        ? target.checked
        : target.matches("select, [type=text]")
          ? target.value
          : Number(target.value);
    this.set({ [key]: value });
  }

  /** Other values; all that follows from them is drawn again, and the controls stay where they are. */
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
    const says = this.says(this.values);
    if (this.status.textContent !== says) this.status.textContent = says;
  }

  /**
   * A control with its value, within what the others leave it.
   *
   * @param {any} control
   */
  settle({ key, min = 0, max = 0, shown, choices, tick, entry }) {
    const { input, shown: words } = this.fields[key];
    const { values } = this;
    if (choices) {
      const list = typeof choices === "function" ? choices(values) : choices;
      if (!list.some(([value]) => value === values[key])) values[key] = list[0][0];
      const same =
        list.map(([value]) => value).join() === [...input].map((one) => one.value).join();
      if (!same)
        input.replaceChildren(...list.map(([value, says]) => node("option", { value }, says)));
      input.value = values[key];
    } else if (entry) input.value = values[key];
    else if (tick) input.checked = values[key];
    else {
      const most = typeof max === "function" ? max(values) : max;
      values[key] = Math.min(most, Math.max(min, values[key]));
      const says = shown ? shown(values[key], values) : String(values[key]);
      Object.assign(input, { min: String(min), max: String(most), value: String(values[key]) });
      input.setAttribute("aria-valuetext", says);
      words.textContent = says;
    }
  }
}

/** The frame of a drawing: as wide as its column, so that its text keeps its size. */
export function canvas(wide, high, label, ...marks) {
  const size = { width: wide, height: high, viewBox: `0 0 ${wide} ${high}` };
  return shape("svg", { ...size, role: "img", "aria-label": label }, ...marks);
}
