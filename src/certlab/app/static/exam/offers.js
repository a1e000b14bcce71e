// @ts-check
/**
 * What the start says of an exam, and of each sitting before.
 *
 * @import { Mock, Offer, Plan, Report } from "./exams.d.ts"
 */

import { dayHere } from "../dates.js";
import { drawPaper, hasPapers, SHORT } from "./paper.js";

/**
 * What the start says of an exam: a whole paper's size, and what its seats lack.
 *
 * @param {Plan} plan
 * @returns {Offer}
 */
export function offerOf(plan) {
  const { exam, code, alias, name, questions, hands_on_labs, whole_minutes, minutes: given } = plan;
  const { asked, minutes, seats, total_weight } = drawPaper(plan, 0);
  const { minutes: short_minutes } = drawPaper(plan, 0, SHORT);
  return {
    exam,
    code,
    alias,
    name,
    questions,
    hands_on_labs,
    whole_minutes,
    given,
    drawn: asked.length,
    minutes,
    short_minutes,
    seats,
    total_weight,
    papers: hasPapers(plan),
  };
}

/**
 * One earlier sitting in the chart.
 *
 * @param {Report} report
 * @returns {Mock}
 */
export function mockOf({ sitting, code, seed, ended, percent, right, low, high, rows, paper }) {
  return {
    sitting,
    code,
    seed,
    number: paper.number,
    day: dayHere(Date.parse(ended)),
    percent,
    right,
    low,
    high,
    total: rows.length,
    official: paper.official,
  };
}
