// @ts-check
/**
 * Mock exams over a store: papers from the banks, graded here, each step kept.
 *
 * ExamModel is a model as desk.js describes it.
 *
 * @import { Question } from "../question/items.d.ts"
 * @import { Row } from "../store/rows.d.ts"
 * @import { Store } from "../store/store.js"
 * @import { ExamMessage, ExamState, LoadBanks, Plan, RespondMessage, Sitting } from "./exams.d.ts"
 */

import { dayHere } from "../dates.js";
import { StoredModel } from "../deck/model.js";
import { grade } from "../grading/grading.js";
import { StateModel } from "../simulator/state_model.js";
import { offerOf } from "./offers.js";
import { PaperQuestions } from "./paper_questions.js";
import { examReport } from "./score.js";
import { firstUnanswered, isOver } from "./sitting.js";
import { Sittings } from "./sittings.js";

/**
 * @typedef {object} ExamGiven
 * @property {Plan[]} plans
 * @property {LoadBanks} load
 * @property {string} pages the address of a page, with {page}
 * @property {string} surface
 * @property {string} title
 * @property {string[]} [notes] to be said beforehand
 * @property {ExamState["linked"]} [linked] the paper to begin with
 * @property {string} [link] of a paper, with {paper}; "" where nobody else could open it
 */

/**
 * What the model holds before anything is chosen.
 *
 * @param {ExamGiven} given
 * @param {string} refused why the store keeps nothing, "" when it does
 * @returns {ExamState}
 */
function firstState({ plans, pages, title, notes = [], linked = null, link = "" }, refused) {
  return {
    title,
    pages,
    notes: [...notes, refused].filter(Boolean),
    today: dayHere(Date.now()),
    phase: "start",
    offers: plans.map(offerOf),
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
    linked,
    link,
  };
}

/** @extends {StateModel<ExamState>} */
export class ExamModel extends StateModel {
  #store;
  #questions;
  #sittings;
  #surface;
  /** @type {Sitting | null} */
  #open = null; // the sitting that is shown
  /** @type {Question[]} */
  #asked = []; // its questions
  #last = Promise.resolve(); // the step before; one at a time, so that an end comes after what it ends
  /** @type {StoredModel | null} */
  again = null; // asks the wrong ones

  /**
   * @param {Pick<Store, "all" | "rows" | "add" | "refused">} store
   * @param {ExamGiven} given
   */
  constructor(store, given) {
    super(firstState(given, store.refused));
    this.#store = store;
    this.#surface = given.surface;
    this.#questions = new PaperQuestions(given.plans, given.load);
    this.#sittings = new Sittings(store, given.plans, this.#questions, given.surface);
  }

  /** Go on with a sitting that still has time; end one that ran out meanwhile. */
  async begin() {
    const open = (await this.#sittings.all()).filter(({ ended }) => !ended).at(-1);
    this.take({ mocks: await this.#sittings.mocks() });
    if (!open) return;
    await this.#show(open);
    if (isOver(open, Date.now())) await this.#finish();
  }

  /** The sitting that is shown; a step needs one. */
  get #sitting() {
    if (!this.#open) throw new Error("no sitting is open");
    return this.#open;
  }

  /**
   * What a learner does; see desk.js.
   *
   * @param {ExamMessage} message
   */
  send(message) {
    this.#last = this.#last.then(() => this.#hear(message));
  }

  /** @param {ExamMessage} message */
  async #hear(message) {
    try {
      await this.#take(message);
    } catch (error) {
      const place = "place" in message ? message.place : undefined;
      this.tell("msg:custom", { type: "refused", say: error.message, step: message.type, place });
    }
  }

  /**
   * Take a step; it is on disk when this resolves.
   *
   * @param {ExamMessage} message
   */
  async #take(message) {
    switch (message.type) {
      case "clock":
        return this.tell("msg:custom", { type: "clock", now: Date.now() });
      case "begin":
        return this.#show(await this.#sittings.begin(message));
      case "see":
        return this.#see(message.place);
      case "respond":
        return this.#respond(message);
      case "mark":
        return this.#step(message.on ? "flagged" : "unflagged", message.place);
      case "time":
        return this.#timeIsUp();
      case "finish":
        return this.#finish();
      case "leave":
        return this.#leave();
      case "open":
        return this.#reopen(message.sitting);
      case "retry":
        return this.#retry();
      case "report":
        this.again = null;
        this.take({ phase: "ended" });
    }
  }

  /** @param {number} place */
  async #see(place) {
    if (!this.#sitting.seen.has(place)) await this.#step("seen", place);
  }

  /** @param {RespondMessage} message */
  async #respond({ place, response, milliseconds }) {
    const spent = (this.#sitting.given.get(place)?.milliseconds ?? 0) + (milliseconds ?? 0);
    const options = this.#asked[place].key.options ?? [];
    await this.#step("given", place, { response, milliseconds: spent, options });
  }

  async #timeIsUp() {
    if (!this.#sitting.ended && isOver(this.#sitting, Date.now())) await this.#finish();
  }

  async #leave() {
    this.again = null;
    const mocks = await this.#sittings.mocks();
    this.take({ mocks, phase: "start", sitting: null, report: null, reviews: [] });
  }

  /**
   * Open the report of an earlier sitting.
   *
   * @param {string} sitting
   */
  async #reopen(sitting) {
    await this.#show(await this.#sittings.named(sitting));
    this.#report();
  }

  /** Ask what was wrong or unanswered once more, as a drill. */
  async #retry() {
    const rows = this.state.report?.rows ?? [];
    const wrong = rows.filter(({ outcome }) => outcome !== "correct").map(({ item }) => item);
    const { pages, title } = this.state;
    const kinds = [...new Set(this.#asked.map(({ kind }) => kind))];
    const banks = await this.#questions.banksOf(this.#sitting.paper);
    const surface = this.#surface;
    const given = { title, pages, surface, banks, kinds, count: wrong.length, items: wrong };
    this.again = new StoredModel(this.#store, given);
    await this.again.begin();
    this.take({ phase: "again" });
  }

  /**
   * The step is on disk when this resolves; after the end it is not taken.
   *
   * @param {string} outcome
   * @param {number} place
   * @param {Partial<Row>} more
   */
  async #step(outcome, place, more = {}) {
    const sitting = this.#sitting;
    if (isOver(sitting, Date.now())) return;
    await this.#sittings.step(sitting, outcome, place, more);
    if (sitting === this.#open) this.#showSteps(sitting);
  }

  async #finish() {
    const before = this.#sitting;
    // Another tab may have answered some of it.
    const sitting = (await this.#sittings.all()).find(({ id }) => id === before.id) ?? before;
    this.#open = sitting;
    await this.#sittings.end(sitting, this.#asked);
    this.take({ mocks: await this.#sittings.mocks() });
    this.#report();
  }

  /** @param {Sitting} sitting */
  async #show(sitting) {
    this.#asked = await this.#questions.questionsOf(sitting.paper);
    this.#open = sitting;
    const { id, begun, deadline, factor, ended, paper } = sitting;
    this.take({
      phase: "running",
      shows: this.#asked.map(({ show }) => show),
      place: ended ? 0 : firstUnanswered(sitting),
      report: null,
      reviews: [],
      sitting: { id, begun, deadline, factor, ...paper },
    });
    this.#showSteps(sitting);
  }

  /** @param {Sitting} sitting */
  #showSteps({ responses, flags, seen }) {
    const unread = [...responses].filter(
      ([place, response]) => grade(this.#asked[place].key, response).outcome === "invalid",
    );
    this.take({
      unread: unread.map(([place]) => place),
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
    this.take({ phase: "ended", report, reviews });
  }
}
