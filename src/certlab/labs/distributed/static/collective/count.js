// @ts-check
/**
 * What a collective costs, from its plan: pages without Python reckon with this.
 *
 * A plan is as certlab.labs.distributed.widgets.collective_state.plan makes it; a message of it is
 * [source, target, adds, first chunk, how many, first, how many, ...].
 *
 * @import { Account, Asked, Line, Message, Plan } from "./collectives.d.ts"
 */

/**
 * A buffer cut into parts as even as can be: how much so many from `first` hold.
 *
 * @param {number} total
 * @param {number} parts
 * @param {number} first
 * @param {number} count
 */
function chunkBytes(total, parts, first, count) {
  const each = Math.floor(total / parts);
  const over = total % parts;
  const start = (/** @type {number} */ chunk) => chunk * each + Math.min(chunk, over);
  return start(first + count) - start(first);
}

/**
 * Bytes of a message, for a buffer of so many on each rank.
 *
 * @param {Plan} plan
 * @param {number} bytes
 * @param {Message} message
 */
export function messageBytes(plan, bytes, message) {
  const total = bytes * (plan.parts / plan.ranks);
  let sum = 0;
  for (let n = 3; n < message.length; n += 2)
    sum += chunkBytes(total, plan.parts, message[n], message[n + 1]);
  return sum;
}

/**
 * Steps and totals, as certlab.labs.distributed.widgets.collective_state.costs has them.
 *
 * @param {Plan} plan
 * @param {Asked} asked
 * @returns {Account}
 */
export function accountOf(plan, { bytes, latency, rate }) {
  const sent = Array(plan.ranks + 1).fill(0);
  const phases = plan.phases.flatMap(([name, count]) => Array(count).fill(name));
  let elapsed = 0;
  const steps = plan.steps.map((messages, index) => {
    const sizes = messages.map((message) => messageBytes(plan, bytes, message));
    messages.forEach(([source], n) => {
      sent[source] += sizes[n];
    });
    const largest = Math.max(0, ...sizes);
    const seconds = latency + largest / rate;
    elapsed += seconds;
    return {
      phase: phases[index],
      messages: sizes.length,
      bytes: sizes.reduce((sum, one) => sum + one, 0),
      largest,
      seconds,
      elapsed,
      sent: Math.max(...sent.slice(0, plan.ranks)),
    };
  });
  const algorithm = elapsed ? bytes / elapsed : 0;
  const factor = busFactor(plan.kind, plan.ranks);
  return {
    steps,
    seconds: elapsed,
    sent: steps.at(-1)?.sent ?? 0,
    algorithm_bandwidth: algorithm,
    bus_bandwidth: algorithm * factor,
    bus_factor: factor,
  };
}

/**
 * What nccl-tests multiplies the algorithm bandwidth with.
 *
 * @param {string} kind
 * @param {number} ranks
 */
function busFactor(kind, ranks) {
  if (kind === "broadcast") return 1;
  return ((kind === "all-reduce" ? 2 : 1) * (ranks - 1)) / ranks;
}

/**
 * Seconds by an algorithm for a size that need not divide: steps, and buffers one after the other.
 *
 * @param {Line} line
 * @param {number} bytes
 * @param {Asked} asked
 */
export const lineSeconds = ([steps, buffers], bytes, { latency, rate }) =>
  steps * latency + (buffers * bytes) / rate;

/**
 * The bytes at which two algorithms take as long, null where their lines do not cross.
 *
 * @param {Line} line
 * @param {Line} other
 * @param {Asked} asked
 */
export function crossingOf([steps, buffers], [others, bufferOf], { latency, rate }) {
  if (buffers === bufferOf || (steps - others) * (bufferOf - buffers) < 0) return null;
  return ((steps - others) / (bufferOf - buffers)) * latency * rate;
}
