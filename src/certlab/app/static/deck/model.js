// @ts-check
/**
 * A deck over a store: questions from banks, graded here, answers kept before they are shown.
 *
 * StoredModel is a model as deck.js describes it, on every page and in every notebook.
 *
 * @import { Verdict } from "../grading/keys.d.ts"
 * @import { Memory, Scope } from "../memory/memories.d.ts"
 * @import { Question } from "../question/items.d.ts"
 * @import { Row } from "../store/rows.d.ts"
 * @import { Store } from "../store/store.js"
 * @import { AnswerMessage, DeckGiven, DeckMessage, DeckState, PoolEntry } from "./decks.d.ts"
 */

import { dayHere } from "../dates.js";
import { grade } from "../grading/grading.js";
import { after, fold, isRepeat, timeOf } from "../memory/memory.js";
import { t } from "../words.js";
import { AskedModel } from "./asked_model.js";
import { firstState } from "./first_state.js";
import { asked, QuestionPool } from "./pool.js";
import { answerRow, undoneRow } from "./records.js";
import { endLines } from "./session_end.js";

export class StoredModel extends AskedModel {
  #store;
  #surface;
  #scope;
  #scoped = /** @type {Promise<Scope | null> | undefined} */ (undefined);
  /** @type {Map<string, Memory>} */
  #remembered = new Map(); // memories, as they were read last
  /** @type {[index: number, row: Row][]} */
  #judged = []; // the cards graded in this round, in that order
  /** @type {Row[]} */
  #rows = []; // as they were read last
  #since = 0; // when the set began
  /** @type {Set<number>} */
  #held = new Set(); // indexes of this round whose answer is recorded or about to be

  /**
   * @param {Pick<Store, "all" | "add" | "refused">} store
   * @param {DeckGiven} given
   */
  constructor(store, given) {
    super(firstState(given), new QuestionPool(given));
    this.#store = store;
    this.#surface = given.surface;
    this.#scope = given.scope;
  }

  /** Choose the questions by what the store holds now. */
  async begin() {
    this.#since = Date.now();
    const memories = await this.#memories();
    const chosen = this.pool.first(memories);
    const notes = [...this.state.notes, this.#store.refused].filter(Boolean);
    this.#questions(chosen, memories);
    await this.arrived(0);
    this.take({ notes, ...this.asking(this.asked) });
  }

  /** @param {Partial<DeckState>} values */
  take(values) {
    super.take(values);
    if (this.state.at >= this.asked.length - 1) this.#ownScope(); // so that the end waits for nobody
  }

  #ownScope() {
    this.#scoped ??= this.#scope?.().catch(() => null);
    return this.#scoped;
  }

  /**
   * What a deck says: an answer, a card to turn, a grade to take back, or the wrong ones once more.
   *
   * @param {DeckMessage} message
   */
  send(message) {
    if (message.round !== this.state.round) return;
    if (message.type === "answer") this.#answer(message);
    if (message.type === "reveal") this.#reveal(message.index);
    if (message.type === "bring") this.bring(message.index, true);
    if (message.type === "undo" && message.index === this.state.last) this.#undo(message);
    if (message.type === "again") this.#again();
  }

  /**
   * Leave out what was answered elsewhere since the set began and still waits here; how many that were.
   */
  async skipAnswered() {
    const rows = await this.#store.all();
    const own = new Set([...this.#held].map((index) => this.asked[index].item));
    const since = rows.filter(({ at }) => timeOf(at) >= this.#since);
    const elsewhere = new Set(since.map(({ item }) => item).filter((item) => !own.has(item)));
    const first = Math.max(-1, ...this.#held) + 1; // what is kept by its place stays there
    const kept = this.asked.filter(({ item }, n) => n < first || !elsewhere.has(item));
    const skipped = this.asked.length - kept.length;
    if (!skipped) return 0;
    const same = kept[this.state.at] === this.asked[this.state.at];
    const { [this.state.at]: _draft, ...drafts } = this.state.drafts;
    this.take({ ...this.asking(kept), ...(same ? {} : { drafts }) });
    return skipped;
  }

  /**
   * Ask other items after the question that is shown, in place of those that were to come.
   *
   * @param {{ banks: DeckGiven["banks"], items: string[] }} next
   */
  async goOnWith(next) {
    const memories = await this.#memories().catch(() => this.#remembered);
    const first = Math.max(this.state.at, ...this.#held) + 1; // what is kept by its place stays there
    const kept = this.asked.slice(0, first);
    if (first > this.asked.length || kept.some(({ show }) => show.again)) return; // all were asked
    this.pool.goOnWith(next);
    const before = new Set(kept.map(({ item }) => item));
    const more = this.pool.named(next.items.filter((item) => !before.has(item)));
    const repeats = this.asked.slice(first).filter(({ show }) => show.again);
    this.take(this.asking([...kept, ...asked(more, memories), ...repeats]));
  }

  /** @param {number} index */
  #reveal(index) {
    this.take({ revealed: { ...this.state.revealed, [index]: this.asked[index].feedback } });
  }

  /**
   * Record an answer, and only then show it; the second to one question is ignored.
   *
   * @param {AnswerMessage} message
   */
  async #answer(message) {
    const { index } = message;
    const held = this.#held;
    const question = this.asked[index];
    if (held.has(index) || question.show.waits) return; // pressed again while the disk was slow
    const verdict = grade(question.key, message.response);
    if (verdict.outcome === "invalid") {
      this.#refuse(message, t("{say} Nothing was recorded.", { say: verdict.say }), true);
      return;
    }
    held.add(index);
    try {
      await this.#record(message, question, verdict);
    } catch (error) {
      held.delete(index);
      this.#refuse(message, error.message, false);
    }
  }

  /**
   * @param {AnswerMessage} message
   * @param {Question} question
   * @param {Verdict} verdict
   */
  async #record(message, question, verdict) {
    const { index, round, response, confidence } = message;
    const { item, feedback } = question;
    const memories = await this.#memories();
    const mode = isRepeat(memories.get(item), Date.now()) ? "repeat" : "drill";
    const where = { surface: this.#surface, mode };
    const row = await this.#store.add(answerRow(question, verdict, message, where));
    const memory = after(memories.get(item), row);
    memories.set(item, memory);
    if (round !== this.state.round) return;
    this.state.today = dayHere(Date.now());
    if (question.kind === "card") this.#judged.push([index, row]);
    const { outcome, say, parts } = verdict;
    const due = dayHere(memory.due);
    const answer = { response, confidence, verdict: { outcome, say, parts }, feedback, due };
    const last = Object.keys(this.state.answers).length + 1 === this.asked.length;
    // The answer is on disk: what cannot be read now must not make it be given again.
    const more = last ? await this.#comingAgain().catch(() => ({})) : {};
    if (round !== this.state.round) return;
    const answers = { ...this.state.answers, [index]: answer };
    const left = this.#left(answers, [...this.#without(row), row]);
    this.take({ ...more, answers, left, last: this.#last() });
  }

  /**
   * Take back the last card's grade and show its front, once that is recorded.
   *
   * @param {{ index: number, round: number }} message
   */
  async #undo(message) {
    const { index, round } = message;
    const judged = this.#judged;
    const given = judged.pop(); // at once, so that it is not taken back twice
    if (given?.[0] !== index) {
      if (given) judged.push(given);
      return;
    }
    try {
      await this.#store.add(undoneRow(given[1], this.#surface));
      if (round !== this.state.round) return;
      this.#held.delete(index);
      const { [index]: _answer, ...answers } = this.state.answers;
      const { [index]: _back, ...revealed } = this.state.revealed;
      const needed = this.#needed(answers);
      const left = this.#left(answers, this.#without(given[1]));
      this.take({ ...needed, revealed, answers, left, last: this.#last(), at: index });
    } catch (error) {
      judged.push(given);
      this.#refuse(message, error.message, false);
    }
  }

  /**
   * @param {{ index: number, round: number }} message what was not taken
   * @param {string} say
   * @param {boolean} invalid
   */
  #refuse({ index, round }, say, invalid) {
    this.tell("msg:custom", { type: "refused", round, index, say, invalid });
  }

  /**
   * How many items still come again, once the questions so far were asked.
   *
   * @param {DeckState["answers"]} answers
   * @param {Row[]} rows
   */
  #left(answers, rows) {
    return this.pool.left(rows, this.asked.length - Object.keys(answers).length);
  }

  /**
   * The rows as they were read last, without one.
   *
   * @param {Row} row
   */
  #without({ ulid }) {
    return this.#rows.filter((one) => one.ulid !== ulid);
  }

  #last() {
    return this.#judged.at(-1)?.[0] ?? null;
  }

  /** The questions, and after them what was answered wrong and is to be asked again now. */
  async #comingAgain() {
    const memories = await this.#memories();
    const more = asked(this.pool.repeats(this.#rows), memories);
    const repeats = more.map((one) => ({ ...one, show: { ...one.show, again: true } }));
    const scope = (await this.#ownScope()) ?? null;
    const { resets } = this.pool;
    const came = endLines(this.#rows, { since: this.#since, now: Date.now(), resets, scope });
    return { ...this.asking([...this.asked, ...repeats]), came };
  }

  /**
   * The questions without repeats at the end that may not need to be asked now.
   *
   * @param {DeckState["answers"]} answers
   */
  #needed(answers) {
    const planned = this.asked.filter(({ show }) => !show.again).length;
    const kept = Math.max(planned, ...Object.keys(answers).map((index) => Number(index) + 1));
    return this.asking(this.asked.slice(0, kept));
  }

  /** Ask what is still wrong once more, as other variants; they are recorded too. */
  async #again() {
    const last = new Map(
      this.asked.map(({ item }, index) => [item, this.state.answers[index]?.verdict.outcome]),
    );
    const wrong = [...last].filter(([, outcome]) => outcome === "wrong").map(([item]) => item);
    const entries = this.pool.named(wrong);
    if (!entries.length) return;
    const { round } = this.state;
    const memories = await this.#memories().catch(() => this.#remembered); // what cannot be read is as it was
    if (round !== this.state.round) return; // pressed twice
    this.take({
      ...this.#questions(entries, memories),
      round: round + 1,
      retry: true,
      answers: {},
      revealed: {},
      drafts: {},
      at: 0,
      last: null,
    });
  }

  /**
   * @param {PoolEntry[]} entries
   * @param {Map<string, Memory>} memories
   */
  #questions(entries, memories) {
    this.#held = new Set();
    this.#judged = [];
    return this.asking(asked(entries, memories));
  }

  async #memories() {
    this.#rows = await this.#store.all();
    this.#remembered = fold(this.#rows, this.pool.resets);
    return this.#remembered;
  }
}
