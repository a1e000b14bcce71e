// @ts-check
/**
 * The moments that Play and the slider go through.
 *
 * @import { Run } from "./schedules.d.ts"
 */

const MOST_MOMENTS = 120; // that Play goes through

/**
 * When something begins or ends, in order; of very many, some evenly spread.
 *
 * @param {Run[]} runs
 */
export function momentsOf(runs) {
  const longest = Math.max(...runs.map((run) => run.length));
  const all = runs
    .flatMap((run) => run.stages.flat())
    .flatMap(([, , , start, end]) => [start, end]);
  const own = [...new Set(all)]
    .sort((a, b) => a - b)
    .filter((time, n, times) => n === 0 || time - times[n - 1] > 1e-9 * longest);
  if (own.length <= MOST_MOMENTS) return own;
  return Array.from({ length: MOST_MOMENTS }, (_, n) => (longest * n) / (MOST_MOMENTS - 1));
}
