// @ts-check
/**
 * PSI over bins and the Kolmogorov-Smirnov test; certlab.labs.mlops.drift has the same.
 *
 * @typedef {{ statistic: number, p: number, at: number }} KS
 */

const FLOOR = 1e-4; // the share that an empty bin is given

/**
 * Inner edges that cut an ascending reference into bins of equal shares.
 *
 * @param {number[]} reference without repeated values
 * @param {number} bins
 */
export function edgesOf(reference, bins) {
  return Array.from(
    { length: bins - 1 },
    (_, n) => reference[Math.ceil((reference.length * (n + 1)) / bins) - 1],
  );
}

/**
 * The share of ascending values in each bin; a value on an edge belongs to the bin below it.
 *
 * @param {number[]} values
 * @param {number[]} edges
 */
export function shares(values, edges) {
  const upTo = [...edges.map((edge) => atMost(values, edge)), values.length];
  return upTo.map((count, n) => (count - (n ? upTo[n - 1] : 0)) / values.length);
}

/**
 * How many of the ascending values are at most this one.
 *
 * @param {number[]} values
 * @param {number} limit
 */
export function atMost(values, limit) {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The population stability index of two sets of shares.
 *
 * @param {number[]} expected
 * @param {number[]} actual
 */
export function psi(expected, actual) {
  return expected.reduce((sum, share, n) => {
    const [old, now] = [Math.max(share, FLOOR), Math.max(actual[n], FLOOR)];
    return sum + (now - old) * Math.log(now / old);
  }, 0);
}

/**
 * What chance alone gives, where nothing moved.
 *
 * @param {number} bins
 * @param {number} before rows of the reference
 * @param {number} now
 */
export const psiByChance = (bins, before, now) => (bins - 1) * (1 / before + 1 / now);

/**
 * The greatest distance of two cumulative shares, and how often chance alone is as far apart.
 *
 * @param {number[]} first ascending
 * @param {number[]} second ascending
 * @returns {KS}
 */
export function ks(first, second) {
  let [low, high, statistic, at] = [0, 0, 0, first[0]];
  while (low < first.length && high < second.length) {
    const value = Math.min(first[low], second[high]);
    while (first[low] === value) low += 1;
    while (second[high] === value) high += 1;
    const apart = Math.abs(low / first.length - high / second.length);
    if (apart > statistic) [statistic, at] = [apart, value];
  }
  const rows = (first.length * second.length) / (first.length + second.length);
  return { statistic, p: kolmogorov(Math.sqrt(rows) * statistic), at };
}

/**
 * The chance that Kolmogorov's limit exceeds a distance; each of two series is short where the
 * other is long.
 *
 * @param {number} distance
 */
function kolmogorov(distance) {
  if (distance < 0.2) return 1;
  if (distance < 1.18) {
    const powers = [1, 3, 5, 7].map((odd) => Math.exp(-(((odd * Math.PI) / distance) ** 2) / 8));
    return 1 - (Math.sqrt(2 * Math.PI) / distance) * powers.reduce((a, b) => a + b);
  }
  return [1, 2, 3, 4, 5]
    .map((n) => 2 * (n % 2 ? 1 : -1) * Math.exp(-2 * (n * distance) ** 2))
    .reduce((a, b) => a + b);
}
