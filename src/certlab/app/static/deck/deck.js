// @ts-check
/**
 * A deck of questions and the learner's place in it; no DOM here.
 *
 * The model (get, set, save_changes, send, on, off) is model.js's, or an object like it.
 * It holds: questions (shown part only), answers by index ({ response, confidence, verdict,
 * feedback, due }), revealed backs of cards by index, at (equal to the count: the end), last (the
 * index of the card whose grade can be taken back, or null),
 * flags (item ids), drafts by index, round, retry (whether all of it was asked before), today, pages, title, notes, another (how to
 * get another set), left (how many items still come again), came (what it came to at its end, a sentence each) and silence (what to say when nobody answers).
 * It takes: { type: "answer", round, index, response, confidence, milliseconds },
 * { type: "reveal", round, index }, { type: "undo", round, index }, { type: "bring", round, index }
 * and { type: "again", round }.
 * It says: { type: "refused", round, index, say, invalid }. An answer shows only once it
 * stands in `answers`, which is after it was recorded.
 *
 * @import { Answer, Draft, Feedback, Problem } from "../question/items.d.ts"
 * @import { DeckMessage, DeckModel, Refusal, Unrounded } from "./decks.d.ts"
 */

import { unusable } from "../grading/grading.js";
import { t } from "../words.js";

const FOLLOWED = ["questions", "answers", "revealed", "at", "last", "flags", "round"];
const REPLIES = ["answers", "revealed"];
const PATIENCE = 10_000; // milliseconds before we say that nobody answers
const AWAY = 600_000; // milliseconds; longer than this nobody was thinking about one question

export class Deck {
  /** @param {DeckModel} model */
  constructor(model) {
    this.model = model;
    /** @type {Problem | null} */
    this.problem = null; // why the last entry was not taken
    /** @type {number | null} */
    this.sent = null; // index whose reply is awaited
    /** @type {number | null} */
    this.undoing = null; // index whose grade is being taken back
    this.since = performance.now();
    this.late = () => {}; // what is done when nobody answers; see follow
  }

  get questions() {
    return this.model.get("questions");
  }
  get count() {
    return this.questions.length;
  }
  get at() {
    return this.model.get("at");
  }
  get show() {
    return this.questions[this.at];
  }
  get answer() {
    return this.answerTo(this.at);
  }
  /** @returns {Feedback | undefined} */
  get back() {
    return this.model.get("revealed")[this.at];
  }
  get last() {
    return this.model.get("last") ?? null;
  }
  /** @returns {Draft} */
  get draft() {
    return this.model.get("drafts")[this.at] ?? {};
  }
  get finished() {
    return this.questions.every((_, index) => this.answerTo(index));
  }
  get flagged() {
    return this.isFlagged(this.at);
  }

  /**
   * @param {number} index
   * @returns {Answer<any> | undefined}
   */
  answerTo(index) {
    return this.model.get("answers")[index];
  }
  /** @param {number} index */
  isFlagged(index) {
    return this.model.get("flags").includes(this.questions[index].item);
  }

  /** How many questions there are but for repeats, which follow them. */
  get planned() {
    return this.questions.filter(({ again }) => !again).length;
  }

  /** Whether the item that is shown was asked before in this set. */
  get repeated() {
    return this.at >= this.planned;
  }

  /** Indexes whose answer was wrong, repeats left out. */
  get wrong() {
    return [...this.questions.keys()].slice(0, this.planned).filter((index) => this.wrongAt(index));
  }

  /** Those of them whose item was not right since. */
  get open() {
    const last = new Map(
      [...this.questions.keys()].map((index) => [this.questions[index].item, this.wrongAt(index)]),
    );
    return this.wrong.filter((index) => last.get(this.questions[index].item));
  }

  /** @param {number} index */
  wrongAt(index) {
    return this.answerTo(index)?.verdict.outcome === "wrong";
  }

  /**
   * Call `changed` once after each change, `arrived(index)` when our own answer is in or `undone(index)` out.
   *
   * @param {() => void} changed
   * @param {(index: number) => void} arrived
   * @param {(index: number) => void} undone
   */
  follow(changed, arrived, undone) {
    let queued = false;
    const queue = () => {
      if (queued) return;
      queued = true;
      queueMicrotask(() => {
        queued = false;
        changed();
      });
    };
    const settle = () => {
      const { sent, undoing } = this;
      if (undoing !== null) {
        if (this.answerTo(undoing)) return;
        this.#settled();
        this.since = performance.now();
        undone(undoing);
        return;
      }
      if (sent === null ? this.back : this.answerTo(sent)) this.#settled();
      if (sent !== null && this.sent === null) arrived(sent);
    };
    const heard = (/** @type {Refusal} */ message) => {
      if (message.type !== "refused" || message.index !== (this.sent ?? this.undoing)) return;
      this.#refuse(message.say, message.invalid);
      queue();
    };
    this.late = () => {
      this.#refuse(this.model.get("silence"), false);
      queue();
    };
    for (const name of REPLIES) this.model.on(`change:${name}`, settle);
    for (const name of FOLLOWED) this.model.on(`change:${name}`, queue);
    this.model.on("msg:custom", heard);
    return () => {
      clearTimeout(this.timer);
      for (const name of REPLIES) this.model.off(`change:${name}`, settle);
      for (const name of FOLLOWED) this.model.off(`change:${name}`, queue);
      this.model.off("msg:custom", heard);
    };
  }

  /**
   * Keep an entry, so that a second drawing of this widget has it.
   *
   * @param {Draft} part
   */
  keep(part) {
    const drafts = { ...this.model.get("drafts"), [this.at]: { ...this.draft, ...part } };
    this.model.set("drafts", drafts);
  }

  /**
   * Send the entry for recording; false, with a problem set, when it is no answer.
   *
   * @param {unknown} response
   * @param {string | null} confidence
   */
  submit(response, confidence = null) {
    if (this.sent !== null || this.undoing !== null || this.answer) return true;
    const say = unusable(this.show, response);
    if (say) {
      this.#refuse(t("{say} Nothing was recorded.", { say }), true);
      return false;
    }
    this.problem = null;
    this.sent = this.at;
    this.#wait();
    const took = Math.round(performance.now() - this.since);
    const milliseconds = took >= 0 && took < AWAY ? took : null;
    this.#send({ type: "answer", index: this.at, response, confidence, milliseconds });
    return true;
  }

  /** Ask for a card's back. */
  reveal() {
    this.#wait();
    this.#send({ type: "reveal", index: this.at });
  }

  /** Take back the last grade of a card; whether there is one. */
  undo() {
    if (this.last === null) return false;
    if (this.sent !== null || this.undoing !== null) return true;
    this.problem = null;
    this.undoing = this.last;
    this.#wait();
    this.#send({ type: "undo", index: this.last });
    return true;
  }

  again() {
    this.#send({ type: "again" });
  }

  /** Ask once more for a question that could not be loaded. */
  bring() {
    this.#send({ type: "bring", index: this.at });
  }

  /**
   * Show one item, or the end when `index` is the count.
   *
   * @param {number} index
   */
  go(index) {
    this.problem = null;
    this.since = performance.now();
    this.model.set("at", index);
    this.model.save_changes();
  }

  /** On to the next unanswered item, or to the end. */
  next() {
    const later = [...this.questions.keys()].map((step) => (this.at + 1 + step) % this.count);
    this.go(later.find((index) => !this.answerTo(index)) ?? this.count);
  }

  flag() {
    const { item } = this.show;
    const others = this.model.get("flags").filter((one) => one !== item);
    this.model.set("flags", this.flagged ? others : [...others, item]);
    this.model.save_changes();
  }

  /** @param {Unrounded<DeckMessage>} message */
  #send(message) {
    this.model.save_changes(); // the drafts travel along
    const round = this.model.get("round");
    this.model.send(/** @type {DeckMessage} */ ({ round, ...message }));
  }

  #wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.late(), PATIENCE);
  }

  #settled() {
    clearTimeout(this.timer);
    this.sent = null;
    this.undoing = null;
    this.problem = null;
  }

  /**
   * @param {string} say
   * @param {boolean} invalid
   */
  #refuse(say, invalid) {
    this.#settled();
    this.problem = { say, invalid };
  }
}
