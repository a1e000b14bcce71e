// @ts-check
/**
 * The questions of a deck, those of an outline fetched before they are shown.
 *
 * @import { Question } from "../question/items.d.ts"
 * @import { DeckState } from "./decks.d.ts"
 * @import { QuestionPool } from "./pool.js"
 */

import { StateModel } from "../simulator/state_model.js";

/** @extends {StateModel<DeckState>} */
export class AskedModel extends StateModel {
  /** @type {Question[]} */
  asked = [];

  /**
   * @param {DeckState} state
   * @param {QuestionPool} pool
   */
  constructor(state, pool) {
    super(state);
    this.pool = pool;
  }

  /** @param {Question[]} questions */
  asking(questions) {
    this.asked = questions;
    return { questions: questions.map(({ show }) => show) };
  }

  /**
   * New values. What is shown then is there, or fetched; the next one is, while a verdict is read.
   *
   * @param {Partial<DeckState>} values
   */
  take(values) {
    super.take(values);
    const { at } = this.state;
    if ("questions" in values || "at" in values) this.bring(at, "at" in values);
    if ("answers" in values || "revealed" in values) this.bring(at + 1, false);
  }

  /**
   * Have the question at a place before anything is shown.
   *
   * @param {number} index
   */
  async arrived(index) {
    const waiting = this.asked[index];
    if (waiting?.show.waits) this.asked[index] = await this.pool.whole(waiting);
  }

  /** Fetch what is still to come, one after the other; what fails is fetched when it is shown. */
  async fetchAhead() {
    for (const waiting of this.asked.filter(({ show }) => show.waits))
      await this.pool.whole(waiting).catch(() => null);
  }

  /**
   * Have the question at a place, and show it then.
   *
   * @param {number} index
   * @param {boolean} again although it could not be had
   */
  async bring(index, again) {
    const waiting = this.asked[index];
    const waits = waiting?.show.waits;
    if (!waits || (waits === "missing" && !again)) return;
    const question = await this.pool.whole(waiting).catch((error) => {
      console.warn(error);
      return { ...waiting, show: { ...waiting.show, waits: /** @type {const} */ ("missing") } };
    });
    const place = this.asked.indexOf(waiting); // what is to be asked may have changed
    if (place >= 0) this.take(this.asking(this.asked.with(place, question)));
  }
}
