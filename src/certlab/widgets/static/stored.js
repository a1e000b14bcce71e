/**
 * A deck without Python behind it: questions from a bank, answers to the browser's store.
 *
 * StoredModel is a model as deck.js describes it. The static pages use it, and so do the
 * widgets in JupyterLite, so that one browser has one history.
 */

import { ask } from "./bank.js";
import { ranked } from "./choose.js";
import { grade } from "./grading.js";
import { after, fold } from "./memory.js";
import { openStore } from "./store.js";
import { dayHere } from "./summary.js";
import { mount } from "./view.js";

/**
 * Draw a deck whose questions come from `model`'s banks; returns what ends it.
 *
 * `model` has title, pages, surface, banks, kinds and count; `face` is as in view.js.
 */
export async function mountStored({ model, el, store = null }, face) {
  const given = Object.fromEntries(GIVEN.map((name) => [name, model.get(name)]));
  const own = new StoredModel(store ?? await openStore(), given);
  await own.begin();
  return mount({ model: own, el }, face);
}

const GIVEN = ["title", "pages", "surface", "banks", "kinds", "count"];

export class StoredModel {
  #store;
  #entries;
  #resets;
  #asked = [];
  #heard = new Map();

  constructor(store, { title, pages, surface, banks, kinds, count }) {
    this.#store = store;
    this.#entries = banks.flatMap((bank) => bank.items
      .filter((entry) => kinds.includes(entry.kind))
      .map((entry) => ({ ...entry, module: bank.module, bank })));
    this.#resets = Object.fromEntries(this.#entries.map(({ item, reset }) => [item, reset]));
    this.count = count;
    this.surface = surface;
    this.state = {
      title, pages, notes: [], today: dayHere(Date.now()), round: 0,
      questions: [], answers: {}, revealed: {}, at: 0, flags: [], drafts: {},
    };
  }

  /** Choose the questions by what the store holds now. */
  async begin() {
    const memories = await this.#memories();
    const chosen = ranked(this.#entries, memories, Date.now()).slice(0, this.count);
    const notes = this.#store.refused ? [this.#store.refused] : [];
    this.#take({ notes, ...this.#questions(chosen, memories) });
  }

  get(name) { return this.state[name]; }

  set(name, value) { this.#take({ [name]: value }); }

  save_changes() {} // nobody else has a copy

  on(event, listener) { this.#heard.set(event, [...this.#listeners(event), listener]); }

  off(event, listener) {
    this.#heard.set(event, this.#listeners(event).filter((one) => one !== listener));
  }

  /** What a deck says: an answer, a card to turn, or the wrong ones once more. */
  send(message) {
    if (message.round !== this.state.round) return;
    const { type, index } = message;
    if (type === "answer") this.#answer(message);
    if (type === "reveal") this.#put("revealed", index, this.#asked[index].feedback);
    if (type === "again") this.#again();
  }

  /** Record an answer, and only then show it. */
  async #answer({ index, round, response, confidence, milliseconds }) {
    const { key, feedback, item, rev, seed } = this.#asked[index];
    const { outcome, score, say } = grade(key, response);
    if (outcome === "invalid") {
      this.#tell("msg:custom", { type: "refused", round, index, say: `${say} Nothing was recorded.`, invalid: true });
      return;
    }
    try {
      const before = (await this.#memories()).get(item);
      const row = await this.#store.add({
        item, rev, outcome, score, response, seed, options: key.options ?? [], confidence,
        milliseconds, surface: this.surface, mode: "drill",
      });
      if (round !== this.state.round) return;
      this.state.today = dayHere(Date.now());
      const due = dayHere(after(before, row).due);
      this.#put("answers", index, { response, confidence, verdict: { outcome, score, say }, feedback, due });
    } catch (error) {
      this.#tell("msg:custom", { type: "refused", round, index, say: error.message, invalid: false });
    }
  }

  /** Ask what was wrong once more, as other variants; they are recorded too. */
  async #again() {
    const wrong = this.#asked.filter((_, index) => this.state.answers[index]?.verdict.outcome === "wrong");
    const entries = wrong.map(({ item }) => this.#entries.find((entry) => entry.item === item));
    if (!entries.length) return;
    const fresh = this.#questions(entries, await this.#memories());
    this.#take({ ...fresh, round: this.state.round + 1, answers: {}, revealed: {}, drafts: {}, at: 0 });
  }

  #questions(entries, memories) {
    this.#asked = entries.map((entry) => ask(entry.bank, entry, memories.get(entry.item)?.answers ?? 0));
    return { questions: this.#asked.map(({ show }) => show) };
  }

  async #memories() { return fold(await this.#store.all(), this.#resets); }

  #put(name, index, value) { this.#take({ [name]: { ...this.state[name], [index]: value } }); }

  /** New values; listeners hear once all of them stand. */
  #take(values) {
    Object.assign(this.state, values);
    for (const name of Object.keys(values)) this.#tell(`change:${name}`);
  }

  #tell(event, ...values) { for (const listener of [...this.#listeners(event)]) listener(...values); }

  #listeners(event) { return this.#heard.get(event) ?? []; }
}
