// @ts-check
/**
 * A number in its bits: a box for each, to flip; a format to choose, a value to type.
 *
 * Python decides. The page sends what is wanted:
 *   {type: "flip", bit}  bit 0 is the last · {type: "step", by} · {type: "put", value} as typed
 *   {type: "choose", format}
 * and Python answers with the traits `shown`, `refusal` and `said` (for the live region).
 *
 * @import { BitsMessage, BitsState, Drawn } from "./model.js"
 * @import { Mounted, TalkingModel } from "../../../../app/static/elements.d.ts"
 * @typedef {TalkingModel<BitsState, BitsMessage>} Model
 */

import { icon, keyWithin, node } from "../../../../app/static/dom.js";
import { hearTraits } from "../../../../app/static/simulator/traits.js";
import { speak, t } from "../../../../app/static/words.js";

/** @type {Record<string, number>} */
const ASIDE = { ArrowLeft: 1, ArrowRight: -1, Home: Infinity, End: -Infinity };

class BitsView {
  /**
   * @param {Model} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    speak({ model, el });
    this.model = model;
    this.id = `cl-${Math.random().toString(36).slice(2, 10)}`; // two drawings share a page
    this.stop = 0; // the bit that Tab comes to
    /** @type {string | null} */
    this.typed = null; // what stands in the field while somebody types
    this.place = node("div", {
      class: "cl-frame cl-numberbits",
      role: "group",
      "aria-label": t("A number in its bits"),
    });
    this.status = node("p", { class: "cl-hidden", role: "status" });
    el.classList.add("certlab");
    el.replaceChildren(this.place, this.status);
  }

  paint() {
    const held = keyWithin(this.place);
    const shown = this.model.get("shown");
    this.place.replaceChildren(
      this.top(shown),
      node(
        "div",
        { class: "cl-bitrow" },
        shown.groups.map((group) => this.group(group)),
      ),
      this.meaning(shown),
      this.foot(),
    );
    if (held) this.place.querySelector(`[data-key="${held}"]`)?.focus();
  }

  /** @param {Drawn} shown */
  top(shown) {
    const choices = this.model
      .get("choices")
      .map(([id, name]) => node("option", { value: id, selected: id === shown.format }, name));
    return node(
      "div",
      { class: "cl-bittop" },
      node(
        "label",
        {},
        node("span", {}, t("Format")),
        node(
          "select",
          {
            "data-key": "format",
            onchange: ({ target }) => this.send({ type: "choose", format: target.value }),
          },
          choices,
        ),
      ),
      node(
        "form",
        { class: "cl-bitput", onsubmit: (event) => this.put(event) },
        node(
          "label",
          {},
          node("span", {}, t("Value")),
          node("input", {
            type: "text",
            inputmode: "text",
            autocomplete: "off",
            "data-key": "value",
            value: this.typed ?? shown.value,
            oninput: ({ target }) => {
              this.typed = target.value;
            },
          }),
        ),
        node("button", { type: "submit", "data-key": "put" }, t("Round to the format")),
      ),
      this.refusal(),
    );
  }

  refusal() {
    const { text } = this.model.get("refusal");
    return text
      ? node("p", { class: "cl-problem", role: "alert" }, icon("wrong"), node("span", {}, text))
      : null;
  }

  /** @param {Drawn["groups"][number]} group */
  group({ id, name, bits, first }) {
    const boxes = [...bits].map((one, place) =>
      this.bit(name, one, first + bits.length - 1 - place),
    );
    return node(
      "fieldset",
      { class: `cl-bitgroup cl-bit-${id}` },
      node("legend", {}, name),
      node("div", { class: "cl-bitcells" }, boxes),
    );
  }

  /**
   * @param {string} name
   * @param {string} one
   * @param {number} bit
   */
  bit(name, one, bit) {
    const input = node("input", {
      type: "checkbox",
      "data-key": `bit-${bit}`,
      "data-bit": String(bit),
      "aria-label": t("{group}, bit {n}", { group: name, n: bit }),
      tabindex: bit === this.stop ? "0" : "-1",
      onchange: () => this.flip(bit),
    });
    input.checked = one === "1";
    return node("label", { class: "cl-bit" }, input, node("span", { "aria-hidden": "true" }, one));
  }

  /** @param {Drawn} shown */
  meaning(shown) {
    return node(
      "div",
      { class: "cl-bitmeaning" },
      node(
        "p",
        { class: "cl-bitvalue" },
        shown.sum ? `${shown.sum} = ` : "",
        node("strong", {}, shown.value),
      ),
      node("p", { class: "cl-small cl-muted" }, `${shown.hex} · ${shown.kind}. ${shown.next}`),
    );
  }

  foot() {
    const step = (/** @type {number} */ by, /** @type {string} */ words) =>
      node(
        "button",
        { type: "button", "data-key": `step${by}`, onclick: () => this.send({ type: "step", by }) },
        words,
      );
    return node(
      "div",
      { class: "cl-bitfoot" },
      step(-1, t("Code − 1")),
      step(1, t("Code + 1")),
      node(
        "span",
        { class: "cl-keys" },
        node("span", {}, node("kbd", {}, "←"), " ", node("kbd", {}, "→"), " ", t("another bit")),
        node("span", {}, node("kbd", {}, t("Space")), " ", t("flips it")),
      ),
    );
  }

  /** @param {number} bit */
  flip(bit) {
    this.stop = bit;
    this.send({ type: "flip", bit });
  }

  /** @param {SubmitEvent} event */
  put(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (this.place.querySelector("[data-key=value]"));
    this.send({ type: "put", value: field.value });
  }

  /** @param {BitsMessage} message */
  send(message) {
    this.typed = null;
    this.model.send(message);
  }

  /**
   * Arrows go from bit to bit, over the edges of the groups.
   *
   * @param {KeyboardEvent} event
   */
  move(event) {
    const by = ASIDE[event.key];
    const bit = Number(/** @type {HTMLElement} */ (event.target).dataset.bit ?? NaN);
    if (by === undefined || Number.isNaN(bit)) return;
    event.preventDefault();
    const last = this.place.querySelectorAll("[data-bit]").length - 1;
    this.stop = Math.min(last, Math.max(0, bit + by));
    this.place
      .querySelectorAll("[data-bit]")
      .forEach((one) =>
        one.setAttribute("tabindex", Number(one.dataset.bit) === this.stop ? "0" : "-1"),
      );
    this.place.querySelector(`[data-bit="${this.stop}"]`)?.focus();
  }
}

/** @param {Mounted<Model>} drawn */
function render({ model, el }) {
  const view = new BitsView(model, el);
  const paint = () => {
    const bits = model.get("shown").groups.reduce((sum, one) => sum + one.bits.length, 0);
    if (view.stop >= bits) view.stop = 0;
    view.paint();
  };
  const said = () => {
    view.status.textContent = model.get("said").text ?? "";
  };
  paint();
  view.place.addEventListener("keydown", (event) => view.move(event));
  const leave = hearTraits(model, { shown: paint, refusal: paint, said });
  return () => {
    leave();
    el.replaceChildren();
  };
}

export default { render };
