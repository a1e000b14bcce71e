// @ts-check
/**
 * Whose numbers every rank's chunks hold, step by step.
 *
 * @import { Held, Plan } from "./collectives.d.ts"
 */

/**
 * At the start and after each step: by rank, by row, the contributions in bits, and how many.
 *
 * A row is a chunk; for all-to-all it is whom the chunk is for. Bits only up to 31 ranks.
 *
 * @param {Plan} plan
 */
export function heldSteps(plan) {
  const { ranks, parts } = plan;
  const apart = parts !== ranks; // every rank's chunks are different ones
  let state = Array.from({ length: ranks }, (_, rank) => beginning(plan, rank));
  const found = [state];
  for (const messages of plan.steps) {
    const before = state;
    const after = [...before.map((held) => held.slice()), new BigUint64Array(ranks)];
    for (const [source, target, adds, ...runs] of messages) {
      const from = source < ranks ? before[source] : after[source];
      for (let n = 0; n < runs.length; n += 2) {
        for (let chunk = runs[n]; chunk < runs[n] + runs[n + 1]; chunk += 1) {
          if (apart) after[target][chunk % ranks] |= 1n << BigInt(Math.floor(chunk / ranks));
          else after[target][chunk] = adds ? after[target][chunk] | from[chunk] : from[chunk];
        }
      }
    }
    state = after.slice(0, ranks);
    found.push(state);
  }
  return found;
}

/**
 * What a rank begins with.
 *
 * @param {Plan} plan
 * @param {number} rank
 */
function beginning({ kind, ranks, root }, rank) {
  const own = 1n << BigInt(rank);
  const held = new BigUint64Array(ranks);
  for (let row = 0; row < ranks; row += 1) {
    if (kind === "broadcast" ? rank === root : kind !== "all-gather" || row === rank)
      held[row] = own;
  }
  return held;
}

const countsKept = new WeakMap(); // by state: each is counted once, a slider asks often

/**
 * How many contributions each rank's rows hold.
 *
 * @param {Held} state
 * @returns {Uint8Array[]}
 */
export function heldCounts(state) {
  if (!countsKept.has(state))
    countsKept.set(
      state,
      state.map((held) => Uint8Array.from(held, (_, row) => bitsIn(held, row))),
    );
  return countsKept.get(state);
}

/**
 * The bits of one entry, in halves: sums of big integers are slow.
 *
 * @param {BigUint64Array} held
 * @param {number} row
 */
function bitsIn(held, row) {
  const halves = new Uint32Array(held.buffer, held.byteOffset + 8 * row, 2);
  let count = 0;
  for (let left of halves) for (; left; left &= left - 1) count += 1;
  return count;
}
