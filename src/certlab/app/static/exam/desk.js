// @ts-check
/**
 * A mock exam as one drawing of it works on it; no DOM here.
 *
 * The model (ExamModel of model.js) holds phase ("start", "running",
 * "ended", "again"), offers, sitting, shows, responses by place, unread (places of those that
 * cannot be graded), marks and seen (lists of places), place, report, reviews, mocks, notes,
 * pages, today, title. It takes { type }: begin { exam, seed, factor, count }, see, respond
 * { response, milliseconds } and mark { on } with a place, finish, time, leave, open { sitting },
 * retry, report, clock. It says { type: "refused", say, step, place } and { type: "clock", now }.
 * A response stands in `responses` once it is on disk.
 *
 * @import { ExamMessage, ExamModelOf, ExamNews, ExamState } from "./exams.d.ts"
 */

import { unusable } from "../grading/grading.js";
import { timeOf } from "../memory/memory.js";

const STATES = ["phase", "shows", "responses", "marks", "seen", "place", "report", "mocks"];
const SAVED_AFTER = 400; // milliseconds after the last change of an entry
const THINKING = 600_000; // milliseconds; longer than this nobody was thinking about one question

export class ExamDesk {
  /** @param {ExamModelOf<unknown>} model */
  constructor(model) {
    this.model = model;
    this.problem = ""; // why the last step was not taken
    /** @type {Map<number, unknown>} */
    this.entries = new Map(); // what stands in the controls, by place
    /** @type {{ place: number, response: unknown } | null} */
    this.unsaved = null; // { place, response } that is not on disk yet
    this.ending = false; // whether to hand in once it is
    this.offset = 0; // milliseconds the other side's clock is ahead of ours
    this.since = performance.now();
    /** @type {number | null} */
    this.shown = null; // the place last noted as shown
  }

  get phase() {
    return this.model.get("phase");
  }
  get shows() {
    return this.model.get("shows");
  }
  get count() {
    return this.shows.length;
  }
  get place() {
    return this.model.get("place");
  }
  get show() {
    return this.shows[this.place];
  }
  /** The sitting that is shown; only the start has none. */
  get sitting() {
    return /** @type {NonNullable<ExamState["sitting"]>} */ (this.model.get("sitting"));
  }
  /** What it came to, once it has ended. */
  get report() {
    return /** @type {NonNullable<ExamState["report"]>} */ (this.model.get("report"));
  }
  get flagged() {
    return this.isMarked(this.place);
  }

  /** @param {number} place */
  isMarked(place) {
    return this.model.get("marks").includes(place);
  }

  /**
   * @param {number} place
   * @returns {unknown} what its controls gave, null for nothing
   */
  entryOf(place) {
    return this.entries.has(place)
      ? this.entries.get(place)
      : (this.model.get("responses")[place] ?? null);
  }

  /**
   * "answered", "incomplete", "seen" or "unseen".
   *
   * @param {number} place
   * @returns {"answered" | "incomplete" | "seen" | "unseen"}
   */
  standing(place) {
    const response = this.entryOf(place);
    if (response !== null)
      return unusable(this.shows[place], response) || this.#isUnread(place, response)
        ? "incomplete"
        : "answered";
    return this.model.get("seen").includes(place) ? "seen" : "unseen";
  }

  /** Places without anything that could be graded. */
  get open() {
    return [...this.shows.keys()].filter((place) => this.standing(place) !== "answered");
  }

  /** Milliseconds until the deadline; null for an untimed sitting. */
  get left() {
    const { deadline } = this.sitting;
    return deadline ? timeOf(deadline) - (Date.now() + this.offset) : null;
  }

  /**
   * Call `changed(names)` once after each change; returns what ends it.
   *
   * @param {(names: Set<string>) => void} changed
   */
  follow(changed) {
    /** @type {Set<string> | null} */
    let queued = null;
    const queue = (/** @type {string} */ name) => {
      if (queued) {
        queued.add(name);
        return;
      }
      const names = new Set([name]);
      queued = names;
      queueMicrotask(() => {
        queued = null;
        changed(names);
      });
    };
    /** @type {[string, (message?: any) => void][]} */
    const heard = STATES.map((name) => [
      `change:${name}`,
      () => {
        this.#settle(name);
        queue(name);
      },
    ]);
    heard.push(["msg:custom", (message) => this.#hear(message, queue)]);
    for (const [event, listener] of heard) this.model.on(event, listener);
    this.send({ type: "clock" });
    return () => {
      clearTimeout(this.timer);
      for (const [event, listener] of heard) this.model.off(event, listener);
    };
  }

  /** @param {ExamMessage} message */
  send(message) {
    this.model.send(message);
  }

  /**
   * Take what stands in the controls; it is sent when the learner pauses.
   *
   * @param {unknown} response
   */
  enter(response) {
    this.entries.set(this.place, response);
    this.unsaved = { place: this.place, response };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), SAVED_AFTER);
  }

  /** Send what is not on disk yet. */
  flush() {
    clearTimeout(this.timer);
    if (!this.unsaved) return;
    const took = Math.round(performance.now() - this.since);
    this.since = performance.now();
    const milliseconds = took >= 0 && took < THINKING ? took : 0;
    this.send({ type: "respond", ...this.unsaved, milliseconds });
  }

  /** @param {number} place */
  go(place) {
    this.flush();
    this.problem = "";
    this.since = performance.now();
    this.model.set("place", place);
    this.model.save_changes();
  }

  /** Note that the question is shown. */
  see() {
    const { place } = this;
    if (this.shown === place || this.model.get("seen").includes(place)) return;
    this.shown = place;
    this.send({ type: "see", place });
  }

  mark() {
    this.send({ type: "mark", place: this.place, on: !this.flagged });
  }

  /** Hand in, once everything is on disk. */
  finish() {
    if (!this.unsaved) {
      this.send({ type: "finish" });
      return;
    }
    this.ending = true;
    this.flush();
  }

  /** The time is up here; whether it is up is for the other side's clock to say. */
  stop() {
    this.flush();
    this.send({ type: "clock" });
    this.send({ type: "time" });
  }

  /**
   * Whether the side that has the key cannot read what is on disk, a flag that it does not know.
   *
   * @param {number} place
   * @param {unknown} response
   */
  #isUnread(place, response) {
    return (
      this.model.get("unread").includes(place) &&
      JSON.stringify(this.model.get("responses")[place]) === JSON.stringify(response)
    );
  }

  /** @param {string} name */
  #settle(name) {
    if (name === "phase") {
      this.entries.clear();
      this.unsaved = null;
      this.problem = "";
    }
    if (name !== "responses" || !this.unsaved) return;
    const { place, response } = this.unsaved;
    if (JSON.stringify(this.model.get("responses")[place]) !== JSON.stringify(response)) return;
    this.unsaved = null;
    this.problem = "";
    if (this.ending) {
      this.ending = false;
      this.send({ type: "finish" });
    }
  }

  /**
   * @param {ExamNews} message
   * @param {(name: string) => void} queue
   */
  #hear(message, queue) {
    if (message.type === "clock") this.offset = message.now - Date.now();
    if (message.type !== "refused") return;
    this.problem = message.say;
    this.ending = false;
    queue("problem");
  }
}
