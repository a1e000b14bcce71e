// @ts-check
/**
 * A number as a person writes it, and the words around it; see study/quantities.py.
 *
 * @typedef {{ value: number, rest: string }} NumberRead and what follows it
 */

import { asTyped } from "./entries.js";

// Digits, the sign that groups thousands and the one before a fraction. A comma is a
// decimal one where it cannot group thousands, in 52,8 and 0,125 and not in 1,024.
const FORMS = [
  ["[0-9]{1,3}(?:\\.[0-9]{3})+,[0-9]+", ".", ","],
  ["[0-9]{1,3}(?:\\.[0-9]{3}){2,}", ".", ""],
  ["[0-9]{1,3}(?: [0-9]{3})+,[0-9]+", " ", ","],
  ["0?,[0-9]+", "", ","],
  ["[0-9]+,(?:[0-9]{1,2}|[0-9]{4,})", "", ","],
  ["[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\\.[0-9]+)?", ",", "."],
  ["[0-9]{1,3}(?: [0-9]{3})+(?:\\.[0-9]+)?", " ", "."],
  ["[0-9]{1,3}(?:'[0-9]{3})+(?:\\.[0-9]+)?", "'", "."],
  ["[0-9]{1,3}(?:_[0-9]{3})+(?:\\.[0-9]+)?", "_", "."],
  ["[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+", "", "."],
].map(([digits, groups, point]) => ({
  form: new RegExp(`^(?:${digits})(?!['_.,]?[0-9])`),
  groups,
  point,
}));
// 3e8, 3×10^8, 2^16
const EXPONENT = /^(?:[eE]| ?[x×*·] ?10(?:\^|\*\*))([+-]?[0-9]{1,3})(?![0-9])/;
const POWER = /^(?:\^|\*\*)([+-]?[0-9]{1,3})(?![0-9])/;
const OVER = /^ ?\/ ?(?=[0-9.])/;
const RAISED = /(?<=[0-9])[⁺⁻]?[⁰¹²³⁴-⁹]+/g;
const ABOUT = /^(?:[~≈=]|(?:about|approximately|roughly|around) ) ?/i;
const MONEY = /^(?:US ?)?\$ ?/;
const BEFORE = /^([a-z][a-z -]*?) ?[:=]? ?(?=[+-]?[.,]?[0-9])/i;
const MORE = /^ ?(hundred|thousand|million|billion|trillion)s?(?![a-z])/i;
/** @type {Record<string, number>} */
const MANY = { hundred: 2, thousand: 3, million: 6, billion: 9, trillion: 12 };
const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const WORD = new RegExp(
  `^(half|(?:${TENS.join("|")})(?:[- ](?:${SMALL.slice(1, 10).join("|")}))?` +
    `|${[...SMALL].reverse().join("|")})(?![a-z-])`,
  "i",
);

/**
 * What was read, { value, words, scaled }: "$10,220", "52,8 GB", "step 600"; null when it is no number.
 *
 * @param {string} entered
 */
export function readQuantity(entered) {
  let text = asTyped(entered.replace(RAISED, plainRaised)).replace(ABOUT, "");
  const spelled = inWords(text);
  if (spelled) return quantity(spelled, "");
  let before = "";
  const head = BEFORE.exec(text);
  if (head) {
    before = head[1];
    text = text.slice(head[0].length);
  }
  let sign = signOf(text);
  text = text.slice(sign.length);
  const money = MONEY.exec(text);
  if (money) {
    before = "$";
    text = text.slice(money[0].length);
    const inner = sign ? "" : signOf(text);
    text = text.slice(inner.length);
    sign ||= inner;
  }
  const number = fraction(text);
  if (!number) return null;
  const value = sign === "-" ? -number.value : number.value;
  return quantity({ ...number, value }, before);
}

/**
 * A number without words around it, as a gap takes it; null when it is none.
 *
 * @param {string} text
 */
export function readAmount(text) {
  const read = readQuantity(text);
  return read && !read.words ? read.value : null;
}

/**
 * @param {NumberRead} number
 * @param {string} before
 */
function quantity({ value, rest }, before) {
  let [number, left] = [value, rest];
  let scaled = false;
  for (let more = MORE.exec(left); more; more = MORE.exec(left)) {
    number *= 10 ** MANY[more[1].toLowerCase()];
    left = left.slice(more[0].length);
    scaled = true;
  }
  left = asTyped(left);
  if (!Number.isFinite(number) || /^[0-9.,'_^]/.test(left)) return null;
  return { value: number, words: [before, left].filter((one) => one).join(" "), scaled };
}

/**
 * What a question counts by that asks how many million there are.
 *
 * @param {string[]} nouns
 */
export function scaleOf(nouns) {
  const word = nouns.find((one) => Object.hasOwn(MANY, one));
  return word ? 10 ** MANY[word] : 1;
}

/** @param {string} text */
function plainRaised(text) {
  const digits = [...text].map((one) => "⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(one));
  return `^${digits.map((at) => "+-0123456789"[at]).join("")}`;
}

const signOf = (/** @type {string} */ text) => /^[+-]?/.exec(text)?.[0] ?? "";

/**
 * A number that is a word up to ninety-nine, or half, and what follows it.
 *
 * @param {string} text
 * @returns {NumberRead | null}
 */
function inWords(text) {
  const word = WORD.exec(text);
  if (!word) return null;
  const parts = word[1].toLowerCase().split(/[- ]/);
  const values = parts.map((one) =>
    one === "half" ? 0.5 : TENS.includes(one) ? 10 * TENS.indexOf(one) + 20 : SMALL.indexOf(one),
  );
  return { value: values.reduce((sum, one) => sum + one), rest: text.slice(word[0].length) };
}

/**
 * One number, or one over another, and what follows it.
 *
 * @param {string} text
 * @returns {NumberRead | null}
 */
function fraction(text) {
  const upper = oneNumber(text);
  const over = upper && OVER.exec(upper.rest);
  if (!upper || !over) return upper;
  const lower = oneNumber(upper.rest.slice(over[0].length));
  return lower?.value ? { value: upper.value / lower.value, rest: lower.rest } : null;
}

/**
 * @param {string} text
 * @returns {NumberRead | null}
 */
function oneNumber(text) {
  for (const { form, groups, point } of FORMS) {
    const digits = form.exec(text)?.[0];
    if (digits === undefined) continue;
    const grouped = groups ? digits.replaceAll(groups, "") : digits;
    const written = point ? grouped.replace(point, ".") : grouped;
    const rest = text.slice(digits.length);
    const exponent = EXPONENT.exec(rest);
    if (exponent) {
      return { value: Number(`${written}e${exponent[1]}`), rest: rest.slice(exponent[0].length) };
    }
    const power = POWER.exec(rest);
    if (power) {
      return { value: Number(written) ** Number(power[1]), rest: rest.slice(power[0].length) };
    }
    return { value: Number(written), rest };
  }
  return null;
}
