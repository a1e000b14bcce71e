// @ts-check
/**
 * The mock exams of an exam, as far as rows alone say: what was right in those that were handed in, and
 * the one that still has time.
 *
 * @import { Row } from "../../app/static/store/rows.d.ts"
 * @import { Mock } from "./days.d.ts"
 */

import { readBegun } from "../../app/static/exam/begun_row.js";
import { timeOf } from "../../app/static/memory/memory.js";

/**
 * In order of time. One that ran out unseen is none: the page of mock exams ends it.
 *
 * @param {Row[]} rows
 * @param {string} exam
 * @param {number} now
 * @returns {Mock[]}
 */
export function mocksOf(rows, exam, now = Date.now()) {
  const ended = new Map(
    rows
      .filter(({ outcome }) => outcome === "ended")
      .map(({ sitting, at }) => [sitting, timeOf(at)]),
  );
  return rows.flatMap((row) => {
    const begun = row.outcome === "begun" ? readBegun(row) : null;
    if (begun?.exam !== exam) return [];
    const end = ended.get(row.ulid);
    const open = end === undefined;
    if (open && begun.deadline !== null && now >= timeOf(begun.deadline)) return [];
    const own = rows.filter(({ sitting, mode }) => sitting === row.ulid && mode === "exam");
    const right = new Set(
      own.filter(({ outcome }) => outcome === "correct").map(({ item }) => item),
    );
    return [{ right: right.size, count: begun.asked.length, open, time: end ?? timeOf(row.at) }];
  });
}
