// @ts-check
/**
 * The sittings that a store holds: begun, gone on with, ended, and what they came to.
 *
 * @import { Question } from "../question/items.d.ts"
 * @import { Row } from "../store/rows.d.ts"
 * @import { Store } from "../store/store.js"
 * @import { BeginMessage, Plan, Sitting } from "./exams.d.ts"
 * @import { PaperQuestions } from "./paper_questions.js"
 */

import { grade } from "../grading/grading.js";
import { stamp } from "../store/answers.js";
import { freshestSeed, restedPlan } from "./fresh.js";
import { mockOf } from "./offers.js";
import { drawPaper } from "./paper.js";
import { PAPERS } from "./parting.js";
import { examReport } from "./score.js";
import { beginRow, gradedRow, isOver, sittingsIn, stepRow, takeStep } from "./sitting.js";

const SEED_RANGE = 10_000; // certlab.study.exams.sittings.SEEDS
const SEED_TRIES = 40;

export class Sittings {
  #store;
  /** @type {Map<string, Plan>} */
  #plans;
  #questions;
  #surface;

  /**
   * @param {Pick<Store, "all" | "rows" | "add">} store
   * @param {Plan[]} plans
   * @param {PaperQuestions} questions
   * @param {string} surface
   */
  constructor(store, plans, questions, surface) {
    this.#store = store;
    this.#plans = new Map(plans.map((plan) => [plan.exam, plan]));
    this.#questions = questions;
    this.#surface = surface;
  }

  /** All of them, in order of time. */
  async all() {
    const known = (/** @type {string} */ item) => this.#questions.has(item);
    return sittingsIn(await this.#store.rows(), this.#plans, known);
  }

  /**
   * The one of that id, as it is now.
   *
   * @param {string} id
   */
  async named(id) {
    const found = (await this.all()).find((sitting) => sitting.id === id);
    if (!found) throw new Error(`${id}: no such sitting`);
    return found;
  }

  /**
   * A new one, of a paper that holds as little as can be of what was answered before.
   *
   * @param {BeginMessage} chosen
   */
  async begin({ exam, seed, factor, count }) {
    const rows = await this.#store.all();
    const whole = this.#plans.get(exam);
    if (!whole) throw new Error(`${exam}: no such exam`);
    const plan = seed === null ? restedPlan(whole, rows, Date.now()) : whole;
    const seen = new Set(rows.map(({ item }) => item));
    const tries = Array.from({ length: SEED_TRIES }, randomSeed);
    const paper = drawPaper(plan, seed ?? freshestSeed(plan, tries, count, seen), count);
    const at = stamp();
    const ends = factor === null ? null : minutesAfter(at, Math.ceil(paper.minutes * factor));
    const begun = beginRow(paper, paper.minutes, factor, ends, this.#surface);
    const row = await this.#store.add({ ...begun, at });
    return this.named(row.ulid);
  }

  /**
   * Record a step; it is on disk when this resolves.
   *
   * @param {Sitting} sitting
   * @param {string} outcome
   * @param {number} place
   * @param {Partial<Row>} more
   */
  async step(sitting, outcome, place, more = {}) {
    const row = stepRow(sitting, outcome, place, this.#surface, more);
    takeStep(sitting, await this.#store.add(row));
  }

  /**
   * End a sitting, unless it has ended, and record what was answered as answers.
   *
   * @param {Sitting} sitting
   * @param {Question[]} asked its questions
   */
  async end(sitting, asked) {
    const { deadline } = sitting;
    if (!sitting.ended) {
      const late = deadline !== null && isOver(sitting, Date.now());
      const more = late ? { response: "time", at: deadline } : { response: "handed in" };
      await this.step(sitting, "ended", -1, more);
    }
    for (const [place, given] of sitting.given) {
      const verdict = grade(asked[place].key, given.response);
      if (verdict.outcome !== "invalid") await this.#store.add(gradedRow(given, verdict));
    }
  }

  /** What each earlier one came to, for the chart; it loads the banks of those exams. */
  async mocks() {
    const mocks = [];
    for (const sitting of await this.all()) {
      if (!sitting.ended) continue;
      const questions = await this.#questions.questionsOf(sitting.paper);
      const keys = questions.map(({ key }) => key);
      mocks.push(mockOf(examReport(sitting, keys)));
    }
    return mocks;
  }
}

/** A seed beyond those of an exam's three papers. */
function randomSeed() {
  return PAPERS + 1 + Math.floor(Math.random() * (SEED_RANGE - PAPERS - 1));
}

/**
 * A time so many minutes later, as rows store it.
 *
 * @param {string} at
 * @param {number} minutes
 */
function minutesAfter(at, minutes) {
  return new Date(Date.parse(at) + minutes * 60_000).toISOString().replace("Z", "000+00:00");
}
