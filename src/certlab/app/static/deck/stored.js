// @ts-check
/**
 * A deck over a store: questions from banks, graded here, answers kept before they are shown.
 *
 * StoredModel is a model as deck.js describes it, on every page and in every notebook.
 */

import { dayHere } from "../dates.js";
import { grade } from "../grading/grading.js";
import { ranked } from "../memory/choose.js";
import { after, fold, isRepeat } from "../memory/memory.js";
import { REPEATS_MOST, readyRepeats, repeatsOf } from "../memory/repeats.js";
import { t } from "../words.js";
import { ask } from "./bank.js";
import { endLines } from "./session_end.js";
import { mount } from "./view.js";

/**
 * Draw a deck whose questions come from `model`'s banks; returns what ends it.
 *
 * `model` has title, pages, surface, banks, kinds and count; `store` takes the answers, and
 * `face` is as in view.js.
 */
export async function mountStored({ model, el, store }, face) {
  /** @type {any} */
  const given = Object.fromEntries(GIVEN.map((name) => [name, model.get(name)]));
  const own = new StoredModel(store, given);
  await own.begin();
  return mount({ model: own, el }, face);
}

const GIVEN = ["title", "pages", "surface", "banks", "kinds", "count", "items", "exam", "section"];

export class StoredModel {
  #store;
  #known; // entries of the banks
  #entries; // those of the kinds that are asked
  #resets;
  #asked = [];
  #remembered = new Map(); // memories, as they were read last
  #judged = []; // [index, row] of the cards graded in this round, in that order
  #rows = []; // as they were read last
  #room = 0; // for repeats in this set
  #since = 0; // when the set began
  #held = new Set(); // indexes of this round whose answer is recorded or about to be
  #heard = new Map();

  /**
   * `items`, where given, are the ids of what is asked, in this order; what was answered wrong
   * earlier today comes again with them if it is of `exam`. `notes` are to be said beforehand.
   */
  constructor(store, given) {
    const {
      title,
      pages,
      surface,
      banks,
      kinds,
      count,
      items = null,
      exam,
      notes = [],
      section = "",
    } = given;
    this.items = items;
    this.exam = exam;
    this.#store = store;
    this.#known = banks.flatMap((bank) =>
      bank.items.map((entry) => ({ ...entry, module: bank.module, bank })),
    );
    this.#entries = this.#known.filter((entry) => kinds.includes(entry.kind));
    this.#resets = Object.fromEntries(this.#known.map(({ item, reset }) => [item, reset]));
    this.count = count;
    this.surface = surface;
    this.state = {
      title,
      section, // after which it is asked, "" for none: several such decks share a page
      pages,
      notes,
      today: dayHere(Date.now()),
      round: 0,
      retry: false,
      questions: [],
      answers: {},
      revealed: {},
      at: 0,
      last: null,
      came: [],
      flags: [],
      drafts: {},
      silence: t("Your answer has not been saved yet; wait, then press again."),
      another: ["lab", "lite"].includes(surface)
        ? t("Run the cell again for another set.")
        : t("Reload the page for another set."),
    };
  }

  /** Choose the questions by what the store holds now. */
  async begin() {
    this.#since = Date.now();
    const memories = await this.#memories();
    const chosen = this.items
      ? this.items.map((id) => this.#entries.find(({ item }) => item === id)).filter(Boolean)
      : ranked(this.#entries, memories, Date.now(), this.#known).slice(0, this.count);
    this.#room = REPEATS_MOST * chosen.length;
    const notes = [...this.state.notes, this.#store.refused].filter(Boolean);
    this.#take({ notes, ...this.#questions(chosen, memories) });
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

  /** What a deck says: an answer, a card to turn, a grade to take back, or the wrong ones once more. */
  send(message) {
    if (message.round !== this.state.round) return;
    const { type, index } = message;
    if (type === "answer") this.#answer(message);
    if (type === "reveal") this.#put("revealed", index, this.#asked[index].feedback);
    if (type === "undo" && index === this.state.last) this.#undo(message);
    if (type === "again") this.#again();
  }

  /** Record an answer, and only then show it; the second to one question is ignored. */
  async #answer({ index, round, response, confidence, milliseconds }) {
    const held = this.#held;
    if (held.has(index)) return; // pressed again while the disk was slow
    const { key, feedback, item, rev, seed } = this.#asked[index];
    const { outcome, score, say, parts } = grade(key, response);
    if (outcome === "invalid") {
      this.#tell("msg:custom", {
        type: "refused",
        round,
        index,
        say: t("{say} Nothing was recorded.", { say }),
        invalid: true,
      });
      return;
    }
    held.add(index);
    try {
      const memories = await this.#memories();
      const mode = isRepeat(memories.get(item), Date.now()) ? "repeat" : "drill";
      const row = await this.#store.add({
        item,
        rev,
        outcome,
        score,
        response,
        seed,
        options: key.options ?? [],
        confidence,
        milliseconds,
        surface: this.surface,
        mode,
      });
      memories.set(item, after(memories.get(item), row));
      if (round !== this.state.round) return;
      this.state.today = dayHere(Date.now());
      const due = dayHere(memories.get(item).due);
      if (key.kind === "card") this.#judged.push([index, row]);
      const answer = {
        response,
        confidence,
        verdict: { outcome, score, say, parts },
        feedback,
        due,
      };
      const last = Object.keys(this.state.answers).length + 1 === this.#asked.length;
      // The answer is on disk: what cannot be read now must not make it be given again.
      const more = last ? await this.#comingAgain().catch(() => ({})) : {};
      if (round !== this.state.round) return;
      this.#take({
        ...more,
        answers: { ...this.state.answers, [index]: answer },
        last: this.#last(),
      });
    } catch (error) {
      held.delete(index);
      this.#tell("msg:custom", {
        type: "refused",
        round,
        index,
        say: error.message,
        invalid: false,
      });
    }
  }

  /** Take back the last card's grade and show its front, once that is recorded. */
  async #undo({ index, round }) {
    const judged = this.#judged;
    const given = judged.pop(); // at once, so that it is not taken back twice
    if (given?.[0] !== index) {
      if (given) judged.push(given);
      return;
    }
    const [, { item, rev, seed, ulid }] = given;
    try {
      await this.#store.add({
        item,
        rev,
        outcome: "undone",
        score: 0,
        response: ulid,
        seed,
        surface: this.surface,
        mode: "drill",
      });
      if (round !== this.state.round) return;
      this.#held.delete(index);
      const { [index]: _answer, ...answers } = this.state.answers;
      const { [index]: _back, ...revealed } = this.state.revealed;
      this.#take({ ...this.#needed(answers), revealed, answers, last: this.#last(), at: index });
    } catch (error) {
      judged.push(given);
      this.#tell("msg:custom", {
        type: "refused",
        round,
        index,
        say: error.message,
        invalid: false,
      });
    }
  }

  #last() {
    return this.#judged.at(-1)?.[0] ?? null;
  }

  /** The questions, and after them what was answered wrong and is to be asked again now. */
  async #comingAgain() {
    const memories = await this.#memories();
    const ready = readyRepeats(repeatsOf(this.#rows, this.#resets), Date.now());
    const entries = ready
      .map((id) => this.#entries.find(({ item }) => item === id))
      .filter((entry) => entry && this.#mayComeAgain(entry))
      .slice(0, this.#room);
    this.#room -= entries.length;
    const more = entries
      .map((entry) => ask(entry.bank, entry, memories.get(entry.item)?.answers ?? 0))
      .map((one) => ({ ...one, show: { ...one.show, again: true } }));
    const came = endLines(this.#rows, this.#since, Date.now());
    return { ...this.#asking([...this.#asked, ...more]), came };
  }

  #mayComeAgain({ item, exams }) {
    return !this.items || this.items.includes(item) || this.exam in exams;
  }

  /** The questions without repeats at the end that may not need to be asked now. */
  #needed(answers) {
    const planned = this.#asked.filter(({ show }) => !show.again).length;
    const kept = Math.max(planned, ...Object.keys(answers).map((index) => Number(index) + 1));
    return this.#asking(this.#asked.slice(0, kept));
  }

  /** Ask what is still wrong once more, as other variants; they are recorded too. */
  async #again() {
    const last = new Map(
      this.#asked.map(({ item }, index) => [item, this.state.answers[index]?.verdict.outcome]),
    );
    const wrong = [...last].filter(([, outcome]) => outcome === "wrong").map(([item]) => item);
    const entries = wrong.map((id) => this.#entries.find(({ item }) => item === id));
    if (!entries.length) return;
    const { round } = this.state;
    const memories = await this.#memories().catch(() => this.#remembered); // what cannot be read is as it was
    if (round !== this.state.round) return; // pressed twice
    this.#take({
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

  #questions(entries, memories) {
    this.#held = new Set();
    this.#judged = [];
    return this.#asking(
      entries.map((entry) => ask(entry.bank, entry, memories.get(entry.item)?.answers ?? 0)),
    );
  }

  #asking(questions) {
    this.#asked = questions;
    return { questions: questions.map(({ show }) => show) };
  }

  async #memories() {
    this.#rows = await this.#store.all();
    this.#remembered = fold(this.#rows, this.#resets);
    return this.#remembered;
  }

  #put(name, index, value) {
    this.#take({ [name]: { ...this.state[name], [index]: value } });
  }

  /** New values; listeners hear once all of them stand. */
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
