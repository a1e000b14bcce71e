// @ts-check
/**
 * What to look at last, before an exam: the twin of certlab.day.last_day, which says why.
 *
 * @import { Memory } from "../../app/static/memory/memories.d.ts"
 * @import { Row } from "../../app/static/store/rows.d.ts"
 * @import { LastDay, LastObjective, LastSet, Sat, Weak } from "./last_days.d.ts"
 */

import { readBegun } from "../../app/static/exam/begun_row.js";
import { fold, recall } from "../../app/static/memory/memory.js";
import { countedRows } from "../../app/static/store/answers.js";

const LEAST = 3; // certlab.study.objective_recall
export const A_REVIEW = 0.5; // minutes
const REVIEWS = 40; // so that they take twenty minutes
const WEAK = 5;
const CARDS = 12;
const A_DAY = 86_400_000; // milliseconds

/**
 * `now` in milliseconds since 1970, `rows` in order of time.
 *
 * @param {LastSet} data
 * @param {Row[]} rows
 * @param {number} now
 * @returns {LastDay}
 */
export function lastDay(data, rows, now) {
  const answers = countedRows(rows);
  const memories = fold(answers, data.resets);
  const known = (/** @type {string[]} */ ids) => leastKnown(memories, ids, now);
  const due = known(data.items).filter((id) => dueBy(memories, id, now + A_DAY));
  const cards = new Map(data.cards.map((card) => [card.item, card]));
  /** @type {Map<string, { name: string, path: string, count: number }>} */
  const turned = new Map();
  for (const id of known([...cards.keys()]).slice(0, CARDS)) {
    const { name = "", path = "" } = cards.get(id) ?? {};
    turned.set(path, { name, path, count: (turned.get(path)?.count ?? 0) + 1 });
  }
  return {
    reviews: due.slice(0, REVIEWS),
    waiting: Math.max(0, due.length - REVIEWS),
    weak: data.objectives
      .flatMap((one) => weakIn(one, memories, now))
      .sort((one, other) => one.recall - other.recall)
      .slice(0, WEAK),
    cards: [...turned.values()],
    papers: satIn(data, rows, answers),
  };
}

/**
 * @param {Map<string, Memory>} memories
 * @param {string} id
 * @param {number} time
 */
function dueBy(memories, id, time) {
  const memory = memories.get(id);
  return memory !== undefined && memory.due <= time;
}

/**
 * @param {Map<string, Memory>} memories
 * @param {string[]} ids
 * @param {number} now
 */
function leastKnown(memories, ids, now) {
  return ids
    .flatMap((id) => {
      const memory = memories.get(id);
      return memory ? [{ id, recall: recall(memory, now) }] : [];
    })
    .sort((one, other) => one.recall - other.recall)
    .map(({ id }) => id);
}

/**
 * @param {LastObjective} one
 * @param {Map<string, Memory>} memories
 * @param {number} now
 * @returns {Weak[]}
 */
function weakIn({ items, ...told }, memories, now) {
  const recalled = items.flatMap((id) => {
    const memory = memories.get(id);
    return memory ? [recall(memory, now)] : [];
  });
  if (recalled.length < LEAST) return [];
  return [{ ...told, recall: recalled.reduce((sum, one) => sum + one, 0) / recalled.length }];
}

/**
 * Its mock exams that have ended, the last one last.
 *
 * @param {LastSet} data
 * @param {Row[]} rows
 * @param {Row[]} answers
 * @returns {Sat[]}
 */
function satIn(data, rows, answers) {
  const there = new Set(data.objectives.flatMap(({ items }) => items));
  const over = new Set(
    rows.filter(({ outcome }) => outcome === "ended").map(({ sitting }) => sitting),
  );
  return rows.flatMap((row) => {
    if (row.outcome !== "begun" || !over.has(row.ulid)) return [];
    const told = readBegun(row);
    if (told?.exam !== data.exam) return [];
    const asked = new Map(
      told.asked.filter(([id]) => there.has(id)).map(([id, , , domain]) => [id, domain]),
    );
    const right = new Set(
      answers
        .filter(({ sitting, outcome }) => sitting === row.ulid && outcome === "correct")
        .map(({ item }) => item),
    );
    const wrong = [...asked].filter(([id]) => !right.has(id)).map(([, domain]) => domain);
    /** @type {[number, number][]} */
    const missed = [...new Set(wrong)].map((domain) => [
      domain,
      wrong.filter((one) => one === domain).length,
    ]);
    missed.sort(([one, few], [other, more]) => more - few || one - other);
    const count = asked.size - wrong.length;
    return [{ number: told.paper, at: row.at, right: count, total: asked.size, missed }];
  });
}
