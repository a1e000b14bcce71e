// @ts-check
/** Exact fractions of binary numbers, as Python's `fractions` has them. */

/** @type {(a: bigint, b: bigint) => bigint} */
const gcd = (a, b) => (b ? gcd(b, a % b) : a < 0n ? -a : a);

/**
 * A fraction in lowest terms.
 *
 * @param {bigint} over
 * @param {bigint} under
 */
export function fraction(over, under) {
  const common = gcd(over, under) || 1n;
  return { over: over / common, under: under / common };
}

/**
 * What a number is exactly, then the nearest fraction whose denominator is not above `limit`.
 *
 * @param {number} value
 * @param {bigint} [limit]
 */
export function nearFraction(value, limit = 10n ** 9n) {
  let scale = 1n;
  let whole = value;
  while (!Number.isInteger(whole)) {
    whole *= 2;
    scale *= 2n;
  }
  const exact = fraction(BigInt(whole), scale);
  if (exact.under <= limit) return exact;
  let [p0, q0, p1, q1] = [0n, 1n, 1n, 0n];
  let [n, d] = [exact.over, exact.under];
  for (;;) {
    const a = n / d;
    const q2 = q0 + a * q1;
    if (q2 > limit) break;
    [p0, q0, p1, q1] = [p1, q1, p0 + a * p1, q2];
    [n, d] = [d, n - a * d];
  }
  const k = (limit - q0) / q1;
  const nearer = 2n * d * (q0 + k * q1) <= exact.under;
  return nearer ? { over: p1, under: q1 } : { over: p0 + k * p1, under: q0 + k * q1 };
}
