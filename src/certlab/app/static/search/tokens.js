// @ts-check
/**
 * Words as the search compares them: names stay whole, and their parts are words too.
 *
 * The rule is that of certlab.search.tokens; tests/vectors/search.json holds the two equal.
 */

const THOUSANDS = /([0-9]),(?=[0-9]{3}(?![0-9]))/g;
const POSSESSIVE = /['’]s(?![\p{L}\p{N}])/gu;
const WHOLE = /[\p{L}\p{N}]+(?:[-._/+:'’][\p{L}\p{N}]+)*(?:\+\+)?/gu;
const JOINTS = /[-._/+:'’]+/;
const DROPPED = /[-_/'’]/g;
const NUMBER = /^[0-9.:/-]+$/;
const HANS = /([\u3400-\u9fff\uf900-\ufaff]+)/; // written without spaces
const LONGEST = 30; // characters of a word: what is longer is a path or an address

/** A sign of the Chinese writing at the beginning. */
export const HAN = /^[\u3400-\u9fff\uf900-\ufaff]/;

/**
 * The words of a text in order, each followed by its parts where it has some.
 *
 * @param {string} text
 * @returns {string[][]}
 */
export function tokens(text) {
  const lower = text.toLowerCase().replace(THOUSANDS, "$1").replace(POSSESSIVE, "");
  return [...lower.matchAll(WHOLE)].flatMap(([found]) => wordsIn(found));
}

/**
 * @param {string} found
 * @returns {string[][]}
 */
function wordsIn(found) {
  const pieces = found.split(HANS).filter(Boolean);
  if (pieces.length > 1 || HAN.test(found))
    return pieces.flatMap((one) => (HAN.test(one) ? pairs(one) : tokens(one)));
  if (NUMBER.test(found)) return [[found]];
  const parts = found.split(JOINTS).filter(Boolean);
  const whole = found.replace(DROPPED, "");
  const words = parts.length > 1 ? [whole, ...parts] : [whole];
  const short = words.filter((one) => one.length <= LONGEST);
  return short.length ? [short] : [];
}

/** @param {string} han */
function pairs(han) {
  if (han.length === 1) return [[han]];
  return Array.from({ length: han.length - 1 }, (_, at) => [han.slice(at, at + 2)]);
}
