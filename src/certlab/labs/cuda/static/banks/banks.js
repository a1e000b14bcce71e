// @ts-check
/** Banks of shared memory that a warp reads, as certlab.labs.cuda.kernels.banks has them. */

export const BANKS = 32;
export const LANES = 32;

/**
 * The word that each lane reads; `padded` leaves one word unused after each row of 32.
 *
 * @param {number} stride
 * @param {boolean} padded
 */
export function words(stride, padded) {
  return [...Array(LANES).keys()]
    .map((lane) => lane * stride)
    .map((one) => one + (padded ? Math.floor(one / BANKS) : 0));
}

/**
 * For each bank, the different words that it is asked for: [word, its lanes], smallest word first.
 *
 * @param {number[]} read words, by lane
 */
export function wordsByBank(read) {
  /** @type {Map<number, number[]>[]} */
  const banks = [...Array(BANKS)].map(() => new Map());
  read.forEach((word, lane) => {
    const of = banks[word % BANKS];
    of.set(word, [...(of.get(word) ?? []), lane]);
  });
  return banks.map((of) => [...of].sort((a, b) => a[0] - b[0]));
}

/**
 * Rounds that one read takes: as many as the busiest bank has words to deliver.
 *
 * @param {number[]} read words, by lane
 */
export const rounds = (read) => Math.max(...wordsByBank(read).map((one) => one.length));
