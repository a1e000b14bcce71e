// @ts-check
/**
 * What a run comes to, as certlab.labs.nemo.batches has it. A layout: world, tensor, pipeline, context, expert.
 *
 * @typedef {{ world: number, tensor: number, pipeline: number, context: number, expert: number }} Layout GPUs of each kind of split
 */

/** GPUs that hold one model together. */
export const replicaOf = (/** @type {Layout} */ { tensor, pipeline, context }) =>
  tensor * pipeline * context;

/**
 * Replicas of the model; 0 where the GPUs do not divide.
 *
 * @param {Layout} layout
 */
export function dataOf(layout) {
  const replica = replicaOf(layout);
  return layout.world % replica ? 0 : layout.world / replica;
}

/**
 * Copies of each expert on the second grid over the same GPUs; 0 where it does not divide.
 *
 * @param {Layout} layout
 */
export function expertDataOf({ world, tensor, pipeline, expert }) {
  const grid = tensor * expert * pipeline;
  return world % grid ? 0 : world / grid;
}

/**
 * Micro-batches of each replica before an optimizer step; 0 where the run does not start.
 *
 * @param {Layout} layout
 * @param {number} micro
 * @param {number} whole
 */
export function accumulationOf(layout, micro, whole) {
  const each = micro * dataOf(layout);
  return each && whole >= each && whole % each === 0 ? whole / each : 0;
}

/**
 * The global batches nearest to one that do not start: [below, above], below perhaps 0.
 *
 * @param {Layout} layout
 * @param {number} micro
 * @param {number} whole
 */
export function nearOf(layout, micro, whole) {
  const each = micro * dataOf(layout);
  const below = Math.floor(whole / each) * each;
  return [below, below + each];
}

/**
 * Full optimizer steps of one epoch.
 *
 * @param {number} tokens
 * @param {number} length
 * @param {number} whole
 */
export const stepsOf = (tokens, length, whole) => Math.floor(Math.floor(tokens / length) / whole);
