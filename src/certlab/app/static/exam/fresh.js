// @ts-check
/**
 * A paper as new to this learner as can be; see certlab.study.exams.drawing and blueprint.
 *
 * @import { Row } from "../store/rows.d.ts"
 * @import { Plan, Pool } from "./exams.d.ts"
 */

import { SITTING, timeOf } from "../memory/memory.js";
import { drawPaper } from "./paper.js";

/**
 * The seed among some whose paper has fewest items that were answered before.
 *
 * @param {Plan} plan
 * @param {number[]} seeds
 * @param {number | null} count
 * @param {Set<string>} seen item ids
 */
export function freshestSeed(plan, seeds, count, seen) {
  const known = (/** @type {number} */ seed) =>
    drawPaper(plan, seed, count).asked.filter(({ item }) => seen.has(item)).length;
  return seeds
    .map((seed) => ({ seed, known: known(seed) }))
    .reduce((best, one) => (one.known < best.known ? one : best)).seed;
}

/**
 * The plan without what was answered wrong in the sitting before; an objective with nothing else keeps it.
 *
 * @param {Plan} plan
 * @param {Row[]} rows
 * @param {number} now
 */
export function restedPlan(plan, rows, now) {
  const wrong = new Set(
    rows
      .filter(({ outcome, at }) => outcome === "wrong" && now - timeOf(at) < SITTING)
      .map(({ item }) => item),
  );
  const left = (/** @type {Pool} */ pool) => {
    const others = pool.candidates.filter(({ item }) => !wrong.has(item));
    return others.some(({ fits }) => fits) ? { ...pool, candidates: others } : pool;
  };
  const fields = plan.fields.map((field) => ({ ...field, pools: field.pools.map(left) }));
  return { ...plan, fields };
}
