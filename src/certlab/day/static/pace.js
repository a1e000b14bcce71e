// @ts-check
/**
 * What a new item takes this learner: the twin of pace and at_least in certlab.planner.records.
 *
 * @import { Row } from "../../app/static/store/rows.d.ts"
 */

import { timeOf } from "../../app/static/memory/memory.js";

const USUAL = 24; // seconds, which count for
const BELIEF = 10; // answers
const NEW = 45; // seconds at least, until so many answers were timed:
const TIMED = 50;
const LEAST = 12; // seconds at least afterwards
const LONGEST = 120; // seconds; who takes longer for one question has gone away
const LEFT_OUT = ["repeat", "exercise"]; // modes: answered faster, or no question

/**
 * Minutes for a new item; `answers` are graded rows in order of time.
 *
 * @param {Row[]} answers
 */
export function minutesForNew(answers) {
  const lasting = answers.filter(({ mode }) => !LEFT_OUT.includes(mode));
  const seen = new Set();
  let [sum, count, timed] = [USUAL * BELIEF, BELIEF, 0];
  lasting.forEach((row, place) => {
    const took = secondsFor(row, lasting[place + 1]);
    if (took !== null) timed += 1;
    if (took !== null && !seen.has(row.item)) [sum, count] = [sum + took, count + 1];
    seen.add(row.item);
  });
  return Math.max(sum / count, timed < TIMED ? NEW : LEAST) / 60;
}

/**
 * Thinking, and reading until the next question was shown; null where it was not measured.
 *
 * @param {Row} row
 * @param {Row | undefined} later
 */
function secondsFor({ milliseconds, at }, later) {
  if (milliseconds === null || milliseconds / 1000 > LONGEST) return null;
  if (!later || later.milliseconds === null) return milliseconds / 1000;
  const read = (timeOf(later.at) - timeOf(at) - later.milliseconds) / 1000;
  return milliseconds / 1000 + (read >= 0 && read <= LONGEST ? read : 0);
}
