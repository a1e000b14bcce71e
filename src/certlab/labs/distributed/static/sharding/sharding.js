// @ts-check
/** What a GPU keeps of the states of training, as certlab.labs.distributed.memory.state_bytes has it. */

/**
 * Bytes of weights, gradients and the optimizer's states; `kept` are bytes a parameter of each.
 *
 * @param {number} parameters
 * @param {number[]} kept
 * @param {number} zero
 * @param {number} ranks
 */
export const stateBytes = (parameters, kept, zero, ranks) =>
  kept.map((each, part) => (parameters * each) / (zero >= 3 - part ? ranks : 1));
