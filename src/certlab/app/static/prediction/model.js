// @ts-check
/**
 * What a learner predicts: a draft as it stands in the controls, and what was committed.
 *
 * @import { Store } from "../store/store.js"
 * @import { Asks, Compared, Prediction } from "./predictions.d.ts"
 */

import { quantityIn } from "../grading/numbers.js";
import { t } from "../words.js";

const PREDICTED = "predicted"; // outcome of its row; certlab.study.answers has the same

export class PredictionModel {
  #store;
  #tell;
  /** @type {Set<() => void>} */
  #listeners = new Set();

  /**
   * `asks` is { item, ask, rows, options, unit }, as certlab.widgets.prediction has them, and
   * `tell(answer)` gives the prediction to Python; it rejects with a sentence.
   *
   * @param {Store} store
   * @param {Asks} asks
   * @param {string} surface
   * @param {(answer: Prediction) => Promise<unknown>} tell
   */
  constructor(store, asks, surface, tell) {
    this.#store = store;
    this.#tell = tell;
    this.asks = asks;
    this.surface = surface;
    /** @type {Record<string, string>} */
    this.draft = {};
    /** @type {Prediction | null} */
    this.given = null;
    /** @type {{ say: string, row: string } | null} */
    this.problem = null;
    this.busy = false;
    this.note = "";
    /** @type {Compared | null} */
    this.compared = null;
    this.again = false; // whether the question is to stand there all the same
  }

  /**
   * What was measured, as Python has it now; the controls stand again where that is nothing.
   *
   * @param {Partial<Compared>} compared
   */
  measure(compared) {
    this.compared = compared.turn ? /** @type {Compared} */ (compared) : null;
    this.again = false;
    this.#wake();
  }

  /** Predict once more, from what stands there. */
  ask() {
    this.again = true;
    this.#wake();
  }

  /** The comparison, while it is to be seen. */
  get result() {
    return this.again ? null : this.compared;
  }

  /** What was predicted earlier stands in the controls again. */
  async begin() {
    const rows = (await this.#store.rows()).filter(
      ({ item, outcome }) => item === this.asks.item && outcome === PREDICTED,
    );
    // Another edition of the lab may have asked something else: each is looked at.
    const response = /** @type {Prediction | undefined} */ (rows.at(-1)?.response);
    const names = this.asks.rows.map(([name]) => name);
    if (response && names.every((name) => this.#fits(response[name]))) {
      this.given = response;
      this.draft = Object.fromEntries(names.map((name) => [name, String(response[name])]));
      await this.#tell(response); // a browser's Python has no history
    }
  }

  /** @param {unknown} value */
  #fits(value) {
    const { options } = this.asks;
    const text = /** @type {string} */ (value);
    return options.length ? options.includes(text) : typeof value === "number";
  }

  /**
   * Call `listener` when something changed; returns what ends it.
   *
   * @param {() => void} listener
   */
  follow(listener) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #wake() {
    for (const listener of this.#listeners) listener();
  }

  /**
   * Something stands in a control.
   *
   * @param {string} row
   * @param {string} text
   */
  enter(row, text) {
    this.draft[row] = text;
  }

  /** Commit to what stands there; whether it is a prediction, recorded and known to Python. */
  async commit() {
    const read = this.asks.rows.map(([row]) => ({ row, ...this.#read(row) }));
    const wrong = read.find(({ say }) => say);
    this.problem = wrong ? { say: wrong.say ?? "", row: wrong.row } : null;
    this.note = "";
    this.busy = !wrong;
    this.#wake();
    if (wrong) return false;
    const answer = Object.fromEntries(read.map(({ row, value = "" }) => [row, value]));
    await this.#record(answer);
    try {
      await this.#tell(answer);
      this.given = answer;
    } catch (error) {
      this.problem = { say: error.message, row: "" };
    }
    this.busy = false;
    this.#wake();
    return !this.problem;
  }

  /**
   * What a row says: { value }, or why it says nothing: { say }.
   *
   * @param {string} name
   * @returns {{ value?: string | number, say?: string }}
   */
  #read(name) {
    const text = this.draft[name] ?? "";
    if (!this.asks.options.length) return quantityIn({ units: [this.asks.unit] }, { number: text });
    if (text) return { value: text };
    const names = this.asks.rows.map(([row]) => row);
    const open = names.filter((row) => !this.draft[row]);
    const rows = open.join(", ");
    if (!rows) return { say: t("Choose one of the options.") };
    if (open.length === names.length) return { say: t("First answer {rows}.", { rows }) };
    return { say: t("Also predict {rows}.", { rows }) };
  }

  /**
   * A row of the history; a prediction that is repeated is none.
   *
   * @param {Prediction} response
   */
  async #record(response) {
    if (JSON.stringify(response) === JSON.stringify(this.given)) return;
    const row = { item: this.asks.item, rev: 1, outcome: PREDICTED, score: 0, response };
    try {
      await this.#store.add({ ...row, surface: this.surface, mode: "prediction" });
    } catch (error) {
      this.note = error.message; // the lab goes on without
    }
  }
}
