// @ts-check
/**
 * Numbers and their codes, as certlab.labs.gpu_architecture.numbers has them.
 *
 * A format has `id`, `name`, `exponent` and `mantissa` (bits), `top` ("ieee", "fn" or "finite").
 *
 * @typedef {{ id: string, name: string, exponent: number, mantissa: number, top: "ieee" | "fn" | "finite" }} Format
 * @typedef {ReturnType<typeof fieldsOf>} Fields
 */

const DIGITS = 12; // a value of no more is shown whole
const FINE = 15; // bits of mantissa that six digits do not tell apart

export const bitsOf = (/** @type {Format} */ { exponent, mantissa }) => 1 + exponent + mantissa;
export const signBit = (/** @type {Format} */ format) => 2 ** (bitsOf(format) - 1);
const biasOf = (/** @type {Format} */ { exponent }) => 2 ** (exponent - 1) - 1;

/** @param {Format} format */
function lastOf(format) {
  const every = signBit(format) - 1;
  if (format.top === "ieee") return every - 2 ** format.mantissa;
  return format.top === "fn" ? every - 1 : every;
}

/**
 * The value of a code.
 *
 * @param {Format} format
 * @param {number} code
 */
export function decode(format, code) {
  const size = code % signBit(format);
  const sign = code >= signBit(format) ? -1 : 1;
  const last = lastOf(format);
  if (size > last) return format.top === "ieee" && size === last + 1 ? sign * Infinity : Number.NaN;
  const whole = 2 ** format.mantissa;
  const field = Math.floor(size / whole);
  const units = (size % whole) + (field ? whole : 0);
  return sign * units * 2 ** (Math.max(field, 1) - biasOf(format) - format.mantissa);
}

/**
 * The code of a value rounded to nearest, ties to even; null for NaN where no code is for it.
 *
 * @param {Format} format
 * @param {number} value
 */
export function encode(format, value) {
  const sign = value < 0 || Object.is(value, -0) ? signBit(format) : 0;
  const last = lastOf(format);
  if (Number.isNaN(value))
    return { ieee: last + 1 + 2 ** (format.mantissa - 1), fn: last + 1, finite: null }[format.top];
  const size = Math.abs(value);
  const beyond = { ieee: last + 1, fn: last + 1, finite: last }[format.top];
  if (size === Infinity) return sign + beyond;
  const power = size ? Math.max(powerOf(size), 1 - biasOf(format)) : 1 - biasOf(format);
  const units = toEven(size / 2 ** (power - format.mantissa));
  const code = (power + biasOf(format) - 1) * 2 ** format.mantissa + units;
  return sign + (code <= last ? code : beyond);
}

/** @param {number} size */
function powerOf(size) {
  let power = Math.floor(Math.log2(size));
  while (2 ** power > size) power -= 1;
  while (2 ** (power + 1) <= size) power += 1;
  return power;
}

/** @param {number} value */
function toEven(value) {
  const below = Math.floor(value);
  const rest = value - below;
  return below + Number(rest > 0.5 || (rest === 0.5 && below % 2 === 1));
}

/**
 * A code taken apart.
 *
 * @param {Format} format
 * @param {number} code
 */
export function fieldsOf(format, code) {
  const size = code % signBit(format);
  const value = decode(format, code);
  const exponent = Math.floor(size / 2 ** format.mantissa);
  const text = code.toString(2).padStart(bitsOf(format), "0");
  const cut = 1 + format.exponent;
  return {
    value,
    bits: [text[0], text.slice(1, cut), text.slice(cut)],
    minus: code >= signBit(format),
    exponent,
    mantissa: size % 2 ** format.mantissa,
    kind: kindOf(value, exponent),
    next: size < lastOf(format) ? Math.abs(decode(format, size + 1)) : null,
  };
}

/**
 * @param {number} value
 * @param {number} exponent
 */
function kindOf(value, exponent) {
  if (Number.isNaN(value)) return "NaN";
  if (Math.abs(value) === Infinity) return "infinity";
  if (!value) return "zero";
  return exponent ? "normal" : "subnormal";
}

/**
 * How a value comes of its fields: "2^(5 − 7) × (1 + 5/8)".
 *
 * @param {Format} format
 * @param {Fields} fields
 */
export function sumOf(format, { minus, exponent, mantissa, kind }) {
  const first = kind === "normal" ? 1 : 0;
  const part = `${mantissa}/${2 ** format.mantissa}`;
  return `${minus ? "−" : ""}2^(${first ? exponent : 1} − ${biasOf(format)}) × (${first} + ${part})`;
}

/** A value with the digits that its format tells apart. */
export const shownIn = (/** @type {Format} */ format, /** @type {number} */ value) =>
  plain(value, format.mantissa > FINE ? 9 : 6);

/**
 * A value for reading: all its digits where they are few, else those that count.
 *
 * @param {number} value
 * @param {number} [digits]
 */
export function plain(value, digits = 6) {
  if (Number.isNaN(value)) return "NaN";
  if (Math.abs(value) === Infinity) return value > 0 ? "infinity" : "−infinity";
  const short = general(value, digits);
  const exact = general(value, 17);
  const brief = Number(short) !== value && exact.replace("-", "").length <= DIGITS;
  return (brief ? exact : short).replaceAll("-", "−");
}

/**
 * As Python's "g" writes it.
 *
 * @param {number} value
 * @param {number} digits
 */
function general(value, digits) {
  if (!value) return Object.is(value, -0) ? "-0" : "0";
  const [part, power] = value.toExponential(digits - 1).split("e");
  const bare = (/** @type {string} */ text) =>
    text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  const exponent = Number(power);
  if (exponent >= -4 && exponent < digits) return bare(value.toFixed(digits - 1 - exponent));
  return `${bare(part)}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}
