// @ts-check
/**
 * Mock exams over a store: papers from the banks, graded here, each step kept.
 *
 * ExamModel is a model as desk.js describes it. Its questions come from `load(modules)`, a
 * promise of the banks of some modules with the items kept for exams.
 */

import { dayHere } from "../dates.js";
import { ask } from "../deck/bank.js";
import { StoredModel } from "../deck/stored.js";
import { grade } from "../grading/grading.js";
import { stamp } from "../store/answers.js";
import { drawPaper, freshestSeed, restedPlan, SHORT } from "./paper.js";
import { examReport } from "./score.js";
import { beginRow, gradedRow, isOver, sittingsIn, stepRow, takeStep } from "./sitting.js";

const SEED_RANGE = 10_000; // certlab.study.exams.sittings.SEEDS
const SEED_TRIES = 40;

export class ExamModel {
  #store;
  #plans;
  #load;
  #heard = new Map();
  /** @type {any} */
  #sitting = null;
  #asked = []; // compiled questions of the sitting
  #last = Promise.resolve(); // the step before; one at a time, so that an end comes after what it ends

  constructor(store, { plans, load, pages, surface, title, notes = [] }) {
    this.#store = store;
    this.#plans = new Map(plans.map((plan) => [plan.exam, plan]));
    this.#load = load;
    this.surface = surface;
    this.again = null; // a StoredModel that asks the wrong ones
    /** @type {any} */
    this.state = {
      title,
      pages,
      notes: [...notes, store.refused].filter(Boolean),
      today: dayHere(Date.now()),
      phase: "start",
      offers: [...this.#plans.values()].map(offerOf),
      sitting: null,
      shows: [],
      responses: {},
      unread: [],
      marks: [],
      seen: [],
      place: 0,
      report: null,
      reviews: [],
      mocks: [],
    };
  }

  /** Go on with a sitting that still has time; end one that ran out meanwhile. */
  async begin() {
    const sittings = await this.#sittings();
    const open = sittings.filter(({ ended }) => !ended).at(-1);
    await this.#mocks();
    if (!open) return;
    await this.#open(open);
    if (isOver(open, Date.now())) await this.#finish();
  }

  get(name) {
    return this.state[name];
  }

  set(name, value) {
    this.#take({ [name]: value });
  }

  save_changes() {} // nobody else has a copy

  on(event, listener) {
    this.#heard.set(event, [...this.#listeners(event), listener]);
  }

  off(event, listener) {
    this.#heard.set(
      event,
      this.#listeners(event).filter((one) => one !== listener),
    );
  }

  /** What a learner does; see desk.js. */
  send(message) {
    this.#last = this.#last.then(() => this.#hear(message));
  }

  async #hear(message) {
    try {
      await this[`on_${message.type}`](message);
    } catch (error) {
      this.#tell("msg:custom", {
        type: "refused",
        say: error.message,
        step: message.type,
        place: message.place,
      });
    }
  }

  async on_clock() {
    this.#tell("msg:custom", { type: "clock", now: Date.now() });
  }

  async on_begin({ exam, seed, factor, count }) {
    const rows = await this.#store.all();
    const whole = this.#plans.get(exam);
    const plan = seed === null ? restedPlan(whole, rows, Date.now()) : whole;
    const seen = new Set(rows.map(({ item }) => item));
    const tries = Array.from({ length: SEED_TRIES }, () => Math.floor(Math.random() * SEED_RANGE));
    const paper = drawPaper(plan, seed ?? freshestSeed(plan, tries, count, seen), count);
    const at = stamp();
    const ends = factor === null ? null : minutesAfter(at, Math.ceil(paper.minutes * factor));
    const row = await this.#store.add({
      ...beginRow(paper, paper.minutes, factor, ends, this.surface),
      at,
    });
    const sittings = await this.#sittings();
    await this.#open(sittings.find(({ id }) => id === row.ulid));
  }

  async on_see({ place }) {
    if (!this.#sitting.seen.has(place)) await this.#step("seen", place);
  }

  async on_respond({ place, response, milliseconds }) {
    const spent = (this.#sitting.given.get(place)?.milliseconds ?? 0) + (milliseconds ?? 0);
    const { key } = this.#asked[place];
    await this.#step("given", place, { response, milliseconds: spent, options: key.options ?? [] });
  }

  async on_mark({ place, on }) {
    await this.#step(on ? "flagged" : "unflagged", place);
  }

  async on_time() {
    if (!this.#sitting.ended && isOver(this.#sitting, Date.now())) await this.#finish();
  }

  async on_finish() {
    await this.#finish();
  }

  async on_leave() {
    this.again = null;
    await this.#mocks();
    this.#take({ phase: "start", sitting: null, report: null, reviews: [] });
  }

  /** Open the report of an earlier sitting. */
  async on_open({ sitting }) {
    const found = (await this.#sittings()).find(({ id }) => id === sitting);
    await this.#open(found);
    this.#report();
  }

  /** Ask what was wrong or unanswered once more, as a drill. */
  async on_retry() {
    const wrong = this.state.report.rows
      .filter(({ outcome }) => outcome !== "correct")
      .map(({ item }) => item);
    const { pages, title } = this.state;
    const kinds = [...new Set(this.#asked.map(({ kind }) => kind))];
    const banks = await this.#banksOf(this.#sitting.paper);
    this.again = new StoredModel(this.#store, {
      title,
      pages,
      surface: this.surface,
      banks,
      kinds,
      count: wrong.length,
      items: wrong,
    });
    await this.again.begin();
    this.#take({ phase: "again" });
  }

  async on_report() {
    this.again = null;
    this.#take({ phase: "ended" });
  }

  /** The step is on disk when this resolves; after the end it is not taken. */
  async #step(outcome, place, more = {}) {
    const sitting = this.#sitting;
    if (isOver(sitting, Date.now())) return;
    takeStep(sitting, await this.#store.add(stepRow(sitting, outcome, place, this.surface, more)));
    if (sitting === this.#sitting) this.#show();
  }

  async #finish() {
    // Another tab may have answered some of it.
    const sitting =
      (await this.#sittings()).find(({ id }) => id === this.#sitting.id) ?? this.#sitting;
    this.#sitting = sitting;
    if (!sitting.ended) {
      const late = isOver(sitting, Date.now());
      const more = {
        response: late ? "time" : "handed in",
        ...(late ? { at: sitting.deadline } : {}),
      };
      takeStep(sitting, await this.#store.add(stepRow(sitting, "ended", -1, this.surface, more)));
    }
    for (const [place, given] of sitting.given) {
      const verdict = grade(this.#asked[place].key, given.response);
      if (verdict.outcome !== "invalid") await this.#store.add(gradedRow(given, verdict));
    }
    await this.#mocks();
    this.#report();
  }

  async #sittings() {
    const items = new Set(
      [...this.#plans.values()].flatMap(({ fields }) =>
        candidatesOf(fields).map(({ item }) => item),
      ),
    );
    return sittingsIn(await this.#store.rows(), this.#plans, (item) => items.has(item));
  }

  /** What each earlier sitting came to, for the chart; it loads the banks of those exams. */
  async #mocks() {
    const mocks = [];
    for (const sitting of await this.#sittings()) {
      if (!sitting.ended) continue;
      const keys = (await this.#questionsOf(sitting.paper)).map(({ key }) => key);
      mocks.push(mockOf(examReport(sitting, keys)));
    }
    this.#take({ mocks });
  }

  async #open(sitting) {
    this.#asked = await this.#questionsOf(sitting.paper);
    this.#sitting = sitting;
    const { id, begun, deadline, factor, paper } = sitting;
    this.#take({
      phase: "running",
      shows: this.#asked.map(({ show }) => show),
      place: 0,
      report: null,
      reviews: [],
      sitting: { id, begun, deadline, factor, ...paper },
    });
    this.#show();
  }

  #show() {
    const { responses, flags, seen } = this.#sitting;
    const unread = [...responses].filter(
      ([place, response]) => grade(this.#asked[place].key, response).outcome === "invalid",
    );
    this.#take({
      unread: unread.map(([place]) => Number(place)),
      responses: Object.fromEntries(responses),
      marks: [...flags],
      seen: [...seen],
    });
  }

  #report() {
    const report = examReport(
      this.#sitting,
      this.#asked.map(({ key }) => key),
    );
    const reviews = report.rows.map(({ outcome, say, parts, response }, place) => ({
      response,
      confidence: null,
      verdict: { outcome, say, parts },
      feedback: this.#asked[place].feedback,
      due: null,
    }));
    this.#take({ phase: "ended", report, reviews });
  }

  async #banksOf(paper) {
    const plan = this.#plans.get(paper.exam);
    const modules = new Map(candidatesOf(plan.fields).map(({ item, module }) => [item, module]));
    return this.#load([...new Set(paper.asked.map(({ item }) => modules.get(item)))]);
  }

  async #questionsOf(paper) {
    const banks = await this.#banksOf(paper);
    const entries = new Map(
      banks.flatMap((bank) => bank.items.map((entry) => [entry.item, { bank, entry }])),
    );
    return paper.asked.map(({ item, seed }) => {
      const { bank, entry } = entries.get(item);
      return ask(bank, entry, seed);
    });
  }

  #take(values) {
    Object.assign(this.state, values);
    for (const name of Object.keys(values)) this.#tell(`change:${name}`);
  }

  #tell(event, ...values) {
    for (const listener of [...this.#listeners(event)]) listener(...values);
  }

  #listeners(event) {
    return this.#heard.get(event) ?? [];
  }
}

/** Every item of an exam, of its form or not: an earlier paper may have asked it. */
function candidatesOf(fields) {
  return fields.flatMap(({ pools }) => pools.flatMap(({ candidates }) => candidates));
}

/** What the start says of an exam: a whole paper's size, and what its seats lack. */
function offerOf(plan) {
  const { exam, code, alias, name, questions, hands_on_labs, whole_minutes, minutes: given } = plan;
  const { asked, minutes, seats, total_weight } = drawPaper(plan, 0);
  const { minutes: short_minutes } = drawPaper(plan, 0, SHORT);
  return {
    exam,
    code,
    alias,
    name,
    questions,
    hands_on_labs,
    whole_minutes,
    given,
    drawn: asked.length,
    minutes,
    short_minutes,
    seats,
    total_weight,
  };
}

/** One earlier sitting in the chart. */
function mockOf({ sitting, code, seed, ended, percent, right, low, high, rows, paper }) {
  return {
    sitting,
    code,
    seed,
    day: dayHere(Date.parse(ended)),
    percent,
    right,
    low,
    high,
    total: rows.length,
    official: paper.official,
  };
}

/** A time so many minutes later, as rows store it. */
function minutesAfter(at, minutes) {
  return new Date(Date.parse(at) + minutes * 60_000).toISOString().replace("Z", "000+00:00");
}
