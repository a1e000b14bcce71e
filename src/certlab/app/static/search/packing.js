// @ts-check
/** An index as text, unpacked: certlab.search.packing says how it is written. */

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));
const HALF = 32;

/** The impacts are counted from 1 to this. */
export const IMPACTS = 12;

/**
 * The group of each word, in the order of the words.
 *
 * @param {string} text
 * @returns {Map<string, number>}
 */
export function unpackWords(text) {
  const groups = new Map();
  let [before, next] = ["", 0];
  for (const entry of text.split(" ").filter(Boolean)) {
    const [rest, back] = entry.slice(1).split("<");
    before = before.slice(0, Number.parseInt(entry[0], 36)) + rest;
    groups.set(before, back ? next - Number.parseInt(back, 36) : next);
    if (!back) next += 1;
  }
  return groups;
}

/**
 * Passages in order, each with its impact.
 *
 * @param {string} text
 * @returns {[passage: number, impact: number][]}
 */
export function unpackPostings(text) {
  /** @type {[number, number][]} */
  const found = [];
  let [last, number, unit] = [-1, 0, 1];
  for (const digit of text) {
    const value = VALUES.get(digit) ?? 0;
    number += (value % HALF) * unit;
    unit *= HALF;
    if (value < HALF) {
      last += Math.floor(number / IMPACTS) + 1;
      found.push([last, (number % IMPACTS) + 1]);
      [number, unit] = [0, 1];
    }
  }
  return found;
}
