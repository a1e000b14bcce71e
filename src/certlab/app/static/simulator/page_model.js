// @ts-check
/** A widget's model on a page, where no Python is: it says what has changed, and what it refuses. */

import { StateModel } from "./state_model.js";

/** @extends {StateModel<Record<string, any>>} as anywidget's, which says of no trait what it is */
export class PageModel extends StateModel {
  #refusals = 0;

  /** @param {Record<string, any>} state */
  constructor(state) {
    super({ ...state });
  }

  /**
   * Listeners hear of what is another than before.
   *
   * @param {Record<string, any>} values
   */
  take(values) {
    const changed = Object.keys(values).filter((name) => values[name] !== this.state[name]);
    Object.assign(this.state, values);
    for (const name of changed) this.tell(`change:${name}`);
  }

  /**
   * Each refusal is new, also the same one again.
   *
   * @param {string} text
   */
  refuse(text) {
    this.#refusals += 1;
    this.take({ refusal: { n: this.#refusals, text } });
  }
}
