// @ts-check
/** Jeffreys' interval of a share, and the chance at a cut; see certlab.study.exams.interval. */

const TAIL = 0.1; // on either side of the 80 % interval
const HALVINGS = 60;
const TERMS = 200;
const TINY = 1e-30;

/**
 * [low, high] of the share, from 0 to 1.
 *
 * @param {number} right
 * @param {number} total
 * @returns {[low: number, high: number]}
 */
export function intervalOf(right, total) {
  if (!total) return [0, 1];
  const [a, b] = [right + 0.5, total - right + 0.5];
  return [right === 0 ? 0 : quantile(TAIL, a, b), right === total ? 1 : quantile(1 - TAIL, a, b)];
}

/**
 * The chance to have at least `cut` percent right in as many new questions.
 *
 * @param {number} right
 * @param {number} total
 * @param {number} questions
 * @param {number} cut
 */
export function chanceAtCut(right, total, questions, cut) {
  const [a, b] = [right + 0.5, total - right + 0.5];
  const least = Math.ceil((cut * questions) / 100);
  let one = 1;
  for (let n = 0; n < questions; n += 1) one *= (b + n) / (a + b + n);
  let found = least <= 0 ? one : 0;
  for (let k = 0; k < questions; k += 1) {
    one *= ((questions - k) * (a + k)) / ((k + 1) * (b + questions - k - 1));
    if (k + 1 >= least) found += one;
  }
  return Math.min(found, 1);
}

/**
 * @param {number} share
 * @param {number} a
 * @param {number} b
 */
function quantile(share, a, b) {
  let [low, high] = [0, 1];
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (low + high) / 2;
    if (shareBelow(middle, a, b) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * The share of Beta(a, b) below x, for halves a and b.
 *
 * @param {number} x
 * @param {number} a
 * @param {number} b
 * @returns {number}
 */
function shareBelow(x, a, b) {
  if (x > (a + 1) / (a + b + 2)) return 1 - shareBelow(1 - x, b, a);
  if (x <= 0) return 0;
  const log = logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x);
  return (Math.exp(log) / a) * continued(x, a, b);
}

/**
 * @param {number} x
 * @param {number} a
 * @param {number} b
 */
function continued(x, a, b) {
  let c = 1;
  let d = 1 / notZero(1 - ((a + b) * x) / (a + 1));
  let found = d;
  for (let m = 1; m < TERMS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    for (const term of [even, odd]) {
      d = 1 / notZero(1 + term * d);
      c = notZero(1 + term / c);
      found *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return found;
}

/** @param {number} value */
function notZero(value) {
  return Math.abs(value) > TINY ? value : TINY;
}

/**
 * ln of the gamma function at a whole number or one and a half: a product, so exact enough.
 *
 * @param {number} value
 */
function logGamma(value) {
  let found = Number.isInteger(value) ? 0 : Math.log(Math.PI) / 2;
  for (let one = Number.isInteger(value) ? 1 : 0.5; one < value; one += 1) found += Math.log(one);
  return found;
}
