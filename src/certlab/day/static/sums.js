// @ts-check
/**
 * What a learner's answers come to: counts, what is known, what is due.
 *
 * @import { Row } from "../../app/static/store/rows.d.ts"
 * @import { ListedItem } from "./course_files.d.ts"
 * @import { Sums } from "./days.d.ts"
 * @typedef {{ module: string, title: string, items: Pick<ListedItem, "item" | "reset">[] }} ListedItems
 */

import { dayHere } from "../../app/static/dates.js";
import { countItems } from "../../app/static/memory/counts.js";
import { fold } from "../../app/static/memory/memory.js";

/**
 * The numbers, from rows in order of time and `banks`, [{ module, title, items: [{ item, reset }] }].
 *
 * @param {Row[]} rows
 * @param {ListedItems[]} banks
 * @param {number} now
 * @returns {Sums}
 */
export function summarise(rows, banks, now = Date.now()) {
  const items = banks.flatMap((bank) => bank.items);
  const memories = fold(
    rows,
    Object.fromEntries(items.map(({ item, reset }) => [item, reset ?? 0])),
  );
  /** @param {{ item: string }[]} some */
  const count = (some) =>
    countItems(
      memories,
      some.map(({ item }) => item),
      now,
    );
  const { due, tomorrow, next } = count(items);
  return {
    today: dayHere(now),
    answers: rows.length,
    right: rows.filter((row) => row.outcome === "correct").length,
    due,
    tomorrow,
    next,
    modules: banks.map(({ module, title, items: own }) => ({ module, title, ...count(own) })),
  };
}
