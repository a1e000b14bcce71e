// @ts-check
/**
 * Rows that are drawn anew for each week and are the same at each visit.
 *
 * The generator is Mulberry32 by Tommy Ettinger (public domain), and pairs of its numbers become
 * normal ones by the rule of Box and Muller.
 */

/**
 * Normal numbers with mean 0 and standard deviation 1.
 *
 * @param {number} seed a whole number
 * @param {number} rows how many
 */
export function normals(seed, rows) {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 2 ** 32; // never 0, whose logarithm is infinite
  };
  return Array.from({ length: rows }, () => {
    const far = Math.sqrt(-2 * Math.log(next()));
    return far * Math.cos(2 * Math.PI * next());
  });
}
