// @ts-check
/**
 * The questions of papers, from the banks of their modules.
 *
 * @import { Field, LoadBanks, Paper, Plan } from "./exams.d.ts"
 */

import { ask } from "../deck/bank.js";

export class PaperQuestions {
  /** @type {Map<string, string>} */
  #modules; // by item, of all exams: an item may have moved to another since it was asked
  #load;

  /**
   * @param {Iterable<Plan>} plans
   * @param {LoadBanks} load
   */
  constructor(plans, load) {
    const all = [...plans].flatMap(({ fields }) => candidatesOf(fields));
    this.#modules = new Map(all.map(({ item, module }) => [item, module]));
    this.#load = load;
  }

  /**
   * Whether any exam may ask an item.
   *
   * @param {string} item
   */
  has(item) {
    return this.#modules.has(item);
  }

  /**
   * The banks that a paper asks from; it holds known items only, see sittingsIn.
   *
   * @param {Paper} paper
   */
  async banksOf(paper) {
    const modules = new Set(paper.asked.map(({ item }) => this.#modules.get(item)));
    return this.#load([...modules].filter((module) => module !== undefined));
  }

  /**
   * The questions of a paper, compiled, in its order.
   *
   * @param {Paper} paper
   */
  async questionsOf(paper) {
    const banks = await this.banksOf(paper);
    const entries = new Map(
      banks.flatMap((bank) => bank.items.map((entry) => [entry.item, { bank, entry }])),
    );
    return paper.asked.map(({ item, seed }) => {
      const found = entries.get(item);
      if (!found) throw new Error(`${item}: no bank of ${paper.exam} has it`);
      return ask(found.bank, found.entry, seed);
    });
  }
}

/**
 * Every item of an exam, of its form or not: an earlier paper may have asked it.
 *
 * @param {Field[]} fields
 */
function candidatesOf(fields) {
  return fields.flatMap(({ pools }) => pools.flatMap(({ candidates }) => candidates));
}
