// @ts-check
/**
 * A set of one deck's cards, asked below the decks.
 *
 * @import { Around, OwnDeck } from "./own_decks.d.ts"
 * @import { DeckCalls } from "./calls.js"
 */

import { mixedFace } from "../deck/mixed_face.js";
import { StoredModel } from "../deck/model.js";
import { mount } from "../deck/view.js";
import { node } from "../dom.js";
import { t } from "../words.js";

export class DeckDrill {
  el = node("div", { class: "cl-own-drill" });
  #calls;
  #around;
  #deck = ""; // that is asked
  #end = () => {};

  /**
   * @param {DeckCalls} calls
   * @param {Around} around
   */
  constructor(calls, around) {
    this.#calls = calls;
    this.#around = around;
  }

  /**
   * Ask what is due of a deck, then what is new.
   *
   * @param {OwnDeck} one
   */
  async begin(one) {
    const { deck, name } = one;
    this.leave();
    this.#deck = deck;
    try {
      const { bank, items } = await this.#calls.set(deck);
      const { pages, surface, kinds, store } = this.#around;
      const model = new StoredModel(store, {
        ...{ title: name, pages, surface, kinds, items },
        ...{ banks: [bank], count: items.length },
      });
      model.take({ another: "" });
      await model.begin();
      if (this.#deck !== deck) return; // another was pressed meanwhile
      this.#draw(one, model);
    } catch (error) {
      this.el.replaceChildren(node("p", { class: "cl-problem", role: "alert" }, error.message));
    }
  }

  /**
   * @param {OwnDeck} one
   * @param {StoredModel} model
   */
  #draw(one, model) {
    const inner = node("div", {});
    const button = (
      /** @type {string} */ key,
      /** @type {string} */ says,
      /** @type {() => void} */ onclick,
    ) => node("button", { type: "button", "data-key": key, onclick }, says);
    this.el.replaceChildren(
      inner,
      node(
        "div",
        { class: "cl-own-buttons" },
        button("another-set", t("Another set"), () => this.begin(one)),
        button("close-drill", t("Close"), () => this.leave()),
      ),
    );
    this.#end = mount({ model, el: inner }, mixedFace);
    this.el.scrollIntoView({ block: "nearest" });
    const start = inner.querySelector("[tabindex='-1'], button");
    /** @type {HTMLElement | null} */ (start)?.focus();
  }

  /**
   * Stop asking.
   *
   * @param {string} [deck] only this one
   */
  leave(deck = this.#deck) {
    if (deck !== this.#deck) return;
    this.#end();
    this.#end = () => {};
    this.#deck = "";
    this.el.replaceChildren();
  }
}
