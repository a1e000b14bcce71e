// @ts-check
/**
 * The mock exams that were handed in, as far as rows alone say: their number, and what was right.
 *
 * @import { Row } from "../../app/static/store/rows.d.ts"
 * @import { Mock } from "./days.d.ts"
 */

import { readBegun } from "../../app/static/exam/begun_row.js";

/**
 * Those of an exam, in order of time.
 *
 * @param {Row[]} rows
 * @param {string} exam
 * @returns {Mock[]}
 */
export function mocksOf(rows, exam) {
  const ended = new Set(
    rows.filter(({ outcome }) => outcome === "ended").map(({ sitting }) => sitting),
  );
  return rows.flatMap((row) => {
    const begun = row.outcome === "begun" && ended.has(row.ulid) ? readBegun(row) : null;
    if (begun?.exam !== exam) return [];
    const own = rows.filter(({ sitting, mode }) => sitting === row.ulid && mode === "exam");
    const right = new Set(
      own.filter(({ outcome }) => outcome === "correct").map(({ item }) => item),
    );
    return [{ right: right.size, count: begun.asked.length }];
  });
}
