// @ts-check
/** What a learner typed, read as a number or made ready to compare; see study/entries.py. */

// Spelled out, because Python and JavaScript call different things white.
const WHITE =
  "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";
// An optional sign, digits with optional thousands groups, an optional fraction and an
// optional power of ten. Anything else is not understood, and costs nothing.
const NUMBER = /^[+-]?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)?(\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?/;
const ROUNDING = 1e-9; // relative: what binary fractions lose
const EDGES = new RegExp(`^[${WHITE}]+|[${WHITE}]+$`, "g");
const SPACES = new RegExp(`[${WHITE}]+`, "g");
const QUOTED = /^([`'"])([^`'"]*)\1$/;
const KEYBOARD = [
  [/[‐‑‒–—―−]/g, "-"],
  [/[‘’‚‛′]/g, "'"],
  [/[“”„‟″]/g, '"'],
];

/** The characters that count as white space, for a class of a regular expression. */
export function whiteSpace() {
  return WHITE;
}

/** The text without white space around it. */
export function trimmed(text) {
  return text.replace(EDGES, "");
}

/** The number a learner typed, null when it is not one. */
export function readNumber(text) {
  const typed = trimmed(text).replaceAll("\u2212", "-");
  const match = NUMBER.exec(typed);
  if (!match || match[0] !== typed || !(match[1] || match[2])) return null;
  const value = Number(typed.replaceAll(",", ""));
  return Number.isFinite(value) ? value : null;
}

/** Whether a number is within a relative tolerance; 0 leaves what rounding loses. */
export function isNear(value, wanted, tolerance = 0) {
  return Math.abs(value - wanted) <= Math.max(tolerance, ROUNDING) * Math.abs(wanted);
}

/**
 * The text as a keyboard would have typed it: one kind of space, dash and quote.
 *
 * Quotes around the whole and a full stop behind it are no part of an answer.
 */
export function asTyped(text) {
  const signs = KEYBOARD.reduce((made, [pattern, sign]) => made.replace(pattern, sign), text);
  const plain = trimmed(signs.normalize("NFKC").replace(SPACES, " "));
  return trimmed(plain.replace(/\.+$/, "").replace(QUOTED, "$2"));
}
