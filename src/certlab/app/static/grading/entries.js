// @ts-check
/**
 * What a learner typed, read as a number or made ready to compare; see study/typed_text.py.
 *
 * What reads an entry takes time in proportion to its length: anybody may send one.
 */

export const LONGEST = 1000; // characters of an entry; no question wants more than some hundred
// Spelled out, because Python and JavaScript call different things white.
const WHITE =
  "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";
// An optional sign, digits with optional thousands groups, an optional fraction and an
// optional power of ten. Anything else is not understood, and costs nothing.
const NUMBER = /^[+-]?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)?(\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?/;
const ROUNDING = 1e-9; // relative: what binary fractions lose
const BLANK = new RegExp(`[${WHITE}]`);
const SPACES = new RegExp(`[${WHITE}]+`, "g");
const QUOTED = /^([`'"])([^`'"]*)\1$/;
/** @type {[RegExp, string][]} */
const KEYBOARD = [
  [/[‐‑‒–—―−]/g, "-"],
  [/[‘’‚‛′]/g, "'"],
  [/[“”„‟″]/g, '"'],
];

/** The characters that count as white space, for a class of a regular expression. */
export function whiteSpace() {
  return WHITE;
}

/**
 * The text without white space around it.
 *
 * @param {string} text
 */
export function trimmed(text) {
  let [start, end] = [0, text.length];
  while (start < end && BLANK.test(text[start])) start += 1;
  while (end > start && BLANK.test(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

/**
 * Whether a response has fields.
 *
 * @param {unknown} response
 * @returns {response is Record<string, unknown>}
 */
function isNamed(response) {
  return typeof response === "object" && response !== null && !Array.isArray(response);
}

/**
 * What a response has in a field, undefined where it has none of its own.
 *
 * @param {unknown} response
 * @param {string} name
 * @returns {unknown}
 */
export function fieldIn(response, name) {
  return isNamed(response) && Object.hasOwn(response, name) ? response[name] : undefined;
}

/**
 * The text in a field of a response, "" where it has none.
 *
 * @param {unknown} response
 * @param {string} name
 */
export function textIn(response, name) {
  const found = fieldIn(response, name);
  return typeof found === "string" ? found : "";
}

/**
 * Whether a response, or an entry in it, is longer than any answer.
 *
 * @param {unknown} response
 */
export function isTooLong(response) {
  const entries = isNamed(response) ? Object.values(response) : [response];
  return entries.some((one) => typeof one === "string" && isLong(trimmed(one)));
}

// A pair of surrogates is one character.
/** @param {string} text */
function isLong(text) {
  return text.length > LONGEST && (text.length > 2 * LONGEST || [...text].length > LONGEST);
}

/**
 * The number a learner typed, null when it is not one.
 *
 * @param {string} text
 */
export function readNumber(text) {
  const typed = trimmed(text).replaceAll("\u2212", "-");
  const match = NUMBER.exec(typed);
  if (!match || match[0] !== typed || !(match[1] || match[2])) return null;
  const value = Number(typed.replaceAll(",", ""));
  return Number.isFinite(value) ? value : null;
}

/**
 * Whether a number is within a relative tolerance; 0 leaves what rounding loses.
 *
 * @param {number} value
 * @param {number} wanted
 * @param {number} tolerance
 */
export function isNear(value, wanted, tolerance = 0) {
  return Math.abs(value - wanted) <= Math.max(tolerance, ROUNDING) * Math.abs(wanted);
}

/**
 * The text as a keyboard would have typed it: one kind of space, dash and quote.
 *
 * Quotes around the whole and a full stop behind it are no part of an answer.
 *
 * @param {string} text
 */
export function asTyped(text) {
  const signs = KEYBOARD.reduce((made, [pattern, sign]) => made.replace(pattern, sign), text);
  const plain = trimmed(signs.normalize("NFKC").replace(SPACES, " "));
  let end = plain.length;
  while (plain[end - 1] === ".") end -= 1;
  return trimmed(plain.slice(0, end).replace(QUOTED, "$2"));
}
