// @ts-check
/**
 * What a deck asks from: the entries of its banks, which of them first, and which again.
 *
 * @import { Memory, Resets } from "../memory/memories.d.ts"
 * @import { Question } from "../question/items.d.ts"
 * @import { Row } from "../store/rows.d.ts"
 * @import { DeckGiven, PoolEntry } from "./decks.d.ts"
 */

import { ranked } from "../memory/choose.js";
import { REPEATS_MOST, readyRepeats, repeatsOf, waitingRepeats } from "../memory/repeats.js";
import { ask } from "./bank.js";

export class QuestionPool {
  /** @type {PoolEntry[]} */
  #known = []; // entries of the banks
  /** @type {PoolEntry[]} */
  #entries = []; // those of the kinds that are asked
  /** @type {Resets} */
  resets = {};
  #kinds;
  #items; // ids of what is asked, in this order; null for what the memory says
  #exam;
  #count;
  #part; // what fetches a part of a bank
  #room = 0; // for repeats in this set

  /** @param {DeckGiven} given */
  constructor({ banks, kinds, count, items = null, exam, part }) {
    this.#part = part;
    this.#kinds = kinds;
    this.#items = items;
    this.#exam = exam;
    this.#count = count;
    this.#add(banks);
  }

  /** @param {DeckGiven["banks"]} banks */
  #add(banks) {
    const more = banks.flatMap((bank) =>
      bank.items.map((entry) => ({ ...entry, module: bank.module, bank })),
    );
    this.#known = [...this.#known, ...more];
    this.#entries = this.#known.filter((entry) => this.#kinds.includes(entry.kind));
    this.resets = Object.fromEntries(this.#known.map(({ item, reset }) => [item, reset]));
  }

  /**
   * Ask these items from now on; those before them may still come again.
   *
   * @param {{ banks: DeckGiven["banks"], items: string[] }} next
   */
  goOnWith({ banks, items }) {
    this.#add(banks);
    this.#items = [...(this.#items ?? []), ...items];
    this.#room = REPEATS_MOST * items.length;
  }

  /**
   * What a set begins with.
   *
   * @param {Map<string, Memory>} memories
   */
  first(memories) {
    const chosen = this.#items
      ? this.named(this.#items)
      : ranked(this.#entries, memories, Date.now(), this.#known).slice(0, this.#count);
    this.#room = REPEATS_MOST * chosen.length;
    return chosen;
  }

  /**
   * The entries of some items, but for those that are not asked here.
   *
   * @param {string[]} ids
   */
  named(ids) {
    return ids.map((id) => this.#entries.find(({ item }) => item === id)).filter((one) => !!one);
  }

  /**
   * What was answered wrong and is to be asked again now, as far as the set has room.
   *
   * @param {Row[]} rows
   */
  repeats(rows) {
    const ready = readyRepeats(repeatsOf(rows, this.resets), Date.now());
    const entries = this.named(ready)
      .filter((entry) => this.#mayComeAgain(entry))
      .slice(0, this.#room);
    this.#room -= entries.length;
    return entries;
  }

  /**
   * How many items still come again in this set, of which `open` questions stand in it already.
   *
   * @param {Row[]} rows
   * @param {number} open
   */
  left(rows, open) {
    const now = Date.now() + 1; // the stamp of the last row may be microseconds ahead
    const waiting = this.named(waitingRepeats(repeatsOf(rows, this.resets), now));
    const items = waiting.filter((entry) => this.#mayComeAgain(entry));
    return Math.min(items.length, this.#room + open);
  }

  /**
   * A question that waits for its part of the bank, with that.
   *
   * @param {Question} waiting
   */
  async whole({ item, seed, show: { again } }) {
    const { module, part = 0 } = /** @type {PoolEntry} */ (
      this.#known.find((entry) => entry.item === item)
    );
    const bank = await this.#part?.(module, part);
    const entry = bank?.items.find((one) => one.item === item);
    if (!bank || !entry) throw new Error(`${item}: ${module}/${part}`);
    const question = ask(bank, entry, seed);
    return again ? { ...question, show: { ...question.show, again } } : question;
  }

  /** @param {PoolEntry} entry */
  #mayComeAgain({ item, exams }) {
    if (!this.#items || this.#items.includes(item)) return true;
    return this.#exam !== undefined && this.#exam in exams;
  }
}

/**
 * Entries as they are asked next: each variant has its turn. One of an outline waits for its part.
 *
 * @param {PoolEntry[]} entries
 * @param {Map<string, Memory>} memories
 */
export function asked(entries, memories) {
  return entries.map((entry) => {
    const seed = memories.get(entry.item)?.answers ?? 0;
    const question = ask(entry.bank, entry, seed);
    if (entry.part === undefined) return question;
    const show = { ...question.show, waits: /** @type {const} */ ("coming") };
    return { ...question, seed, show }; // its variants are in the part
  });
}
