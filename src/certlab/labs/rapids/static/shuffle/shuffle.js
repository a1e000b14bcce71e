// @ts-check
/** Bytes that a join moves, as certlab.labs.rapids.real.partitions.expected has them; sizes in any one unit. */

/** What leaves its worker in a shuffle where each holds as much as the others. */
export const shuffled = (/** @type {number} */ total, /** @type {number} */ workers) =>
  total * (1 - 1 / workers);

/** What moves so that each worker has all of a table that is spread over them evenly or held by one. */
export const broadcast = (/** @type {number} */ small, /** @type {number} */ workers) =>
  small * (workers - 1);

/**
 * Which join moves less.
 *
 * @param {number} large
 * @param {number} small
 * @param {number} workers
 */
export const joined = (large, small, workers) =>
  broadcast(small, workers) <= shuffled(large + small, workers) ? "broadcast" : "shuffle";
