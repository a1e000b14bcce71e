// @ts-check
/**
 * Repeats on the same day: what was answered wrong comes again, by short steps of its own.
 *
 * The same rule as certlab.study.repeats; a test compares the two on random histories. They
 * change no memory: memory.js passes over what comes within twelve hours of an answer that counted.
 *
 * @import { AnswerRow, Repeat, Resets } from "./memories.d.ts"
 * @typedef {{ answers: number, items: Map<string, Repeat> }} Repeats how many answers there were, and by item
 */

import { SITTING, timeOf } from "./memory.js";

const REPEATS_FEW = 3; // other answers, or
const REPEATS_PAUSE = 600_000; // as many milliseconds, before an item comes again
export const REPEATS_MOST = 2; // of an item after an answer that counted
const REPEATS_NEITHER = ["exercise", "exam"]; // modes: no items of a drill, or asked once

/**
 * What rows in order of time lead to; `resets` as in memory.js.
 *
 * @param {(AnswerRow & { mode: string })[]} rows
 * @param {Resets} resets
 * @returns {Repeats}
 */
export function repeatsOf(rows, resets = {}) {
  /** @type {Repeats} */
  const found = { answers: 0, items: new Map() };
  for (const row of rows) {
    if (row.rev < (resets[row.item] ?? 0) || REPEATS_NEITHER.includes(row.mode)) continue;
    found.answers += 1;
    const at = timeOf(row.at);
    const right = row.outcome === "correct";
    const item = found.items.get(row.item);
    if (!item || at - item.counted >= SITTING) {
      found.items.set(row.item, { counted: at, at, place: found.answers, repeats: 0, right });
      continue;
    }
    Object.assign(item, {
      at,
      place: found.answers,
      repeats: item.repeats + 1,
      right: item.right || right,
    });
  }
  return found;
}

/**
 * Whether an item is to be asked again today, now or a little later.
 *
 * @param {Repeat} one
 * @param {number} now
 */
function comesAgain(one, now) {
  const held = now - one.counted;
  return !one.right && one.repeats < REPEATS_MOST && held >= 0 && held < SITTING;
}

/**
 * The ids of what is to be asked again, now or a little later.
 *
 * @param {Repeats} repeats
 * @param {number} now
 */
export function waitingRepeats({ items }, now) {
  return [...items].filter(([, one]) => comesAgain(one, now)).map(([id]) => id);
}

/**
 * The ids of what is to be asked again now, in milliseconds since 1970; who has waited longest comes first.
 *
 * @param {Repeats} repeats
 * @param {number} now
 */
export function readyRepeats({ answers, items }, now) {
  return [...items]
    .filter(([, one]) => comesAgain(one, now))
    .filter(([, one]) => answers - one.place >= REPEATS_FEW || now - one.at >= REPEATS_PAUSE)
    .sort(([, one], [, other]) => one.place - other.place)
    .map(([id]) => id);
}
