// @ts-check
/** What adapters of a rank train and leave out, as certlab.labs.fine_tuning.weight_change has it. */

/**
 * Values that adapters of a rank train on layers of [inputs, outputs] in each of the blocks.
 *
 * @param {number} rank
 * @param {[inputs: number, outputs: number][]} shapes
 * @param {number} blocks
 */
export const trained = (rank, shapes, blocks) =>
  blocks * shapes.reduce((sum, [inputs, outputs]) => sum + rank * (inputs + outputs), 0);

/** What the best product of a rank leaves of a change whose squares are spread so, from 0 to 1. */
export const error = (/** @type {number} */ rank, /** @type {number[]} */ energy) =>
  Math.sqrt(energy.slice(rank).reduce((sum, share) => sum + share, 0));
