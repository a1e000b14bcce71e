// @ts-check
/** Chance without a state: a number for a seed and a name; see certlab.study.exams.paper. */

/**
 * From 0 to 2**32 - 1: FNV-1a over "seed:name", its bits mixed by MurmurHash3's end.
 *
 * @param {number} seed
 * @param {string} name
 */
export function chanceNumber(seed, name) {
  let found = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${seed}:${name}`))
    found = Math.imul(found ^ byte, 0x01000193);
  found = Math.imul(found ^ (found >>> 16), 0x85ebca6b);
  found = Math.imul(found ^ (found >>> 13), 0xc2b2ae35);
  return (found ^ (found >>> 16)) >>> 0;
}
