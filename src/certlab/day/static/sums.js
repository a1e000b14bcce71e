// @ts-check
/**
 * What a learner's answers come to: counts, what is known, what is due.
 *
 * @import { Row } from "../../app/static/store/rows.d.ts"
 * @import { ListedBank } from "./course_files.d.ts"
 * @import { Sums } from "./days.d.ts"
 */

import { dayHere } from "../../app/static/dates.js";
import { fold } from "../../app/static/memory/memory.js";

/**
 * The numbers, from rows in order of time and `banks`, [{ module, title, items: [{ item, reset }] }].
 *
 * Due today is what comes back today or came back before. Known is what was answered right the
 * last time and is not due today. `next` is the first day after today that anything comes back.
 *
 * @param {Row[]} rows
 * @param {ListedBank[]} banks
 * @param {number} now
 * @returns {Sums}
 */
export function summarise(rows, banks, now = Date.now()) {
  const items = banks.flatMap((bank) => bank.items);
  const memories = fold(
    rows,
    Object.fromEntries(items.map(({ item, reset }) => [item, reset ?? 0])),
  );
  const today = dayHere(now);
  /** @param {string} item */
  const dueDay = (item) => (memories.has(item) ? dayHere(memories.get(item)?.due ?? 0) : "");
  /** @param {{ item: string }} entry */
  const isDue = ({ item }) => dueDay(item) !== "" && dueDay(item) <= today;
  /** @param {{ item: string }} entry */
  const isKnown = ({ item }) => dueDay(item) > today && memories.get(item)?.last === "correct";
  const later = items
    .map(({ item }) => dueDay(item))
    .filter((day) => day > today)
    .sort();
  return {
    today,
    answers: rows.length,
    right: rows.filter((row) => row.outcome === "correct").length,
    due: items.filter(isDue).length,
    next: later.length
      ? { day: later[0], items: later.filter((day) => day === later[0]).length }
      : null,
    modules: banks.map(({ module, title, items: own }) => ({
      module,
      title,
      items: own.length,
      known: own.filter(isKnown).length,
      due: own.filter(isDue).length,
    })),
  };
}
