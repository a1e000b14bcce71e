// @ts-check
/** Sizes, times and rates as a reader sees them; certlab.drawing.quantities says them alike. */

/** @type {[string, number][]} */
const SIZES = [
  ["TiB", 2 ** 40],
  ["GiB", 2 ** 30],
  ["MiB", 2 ** 20],
  ["KiB", 2 ** 10],
];

/**
 * Digits of a whole number in groups of three.
 *
 * @param {number | bigint | string} whole
 */
export function grouped(whole) {
  return BigInt(whole)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ",");
}

/**
 * A computed number for reading: whole as it is, else four digits that count.
 *
 * @param {number} value
 */
export function amount(value) {
  if (Number.isInteger(value)) return grouped(value);
  if (Math.abs(value) >= 1000) {
    const [whole, part] = decimals(value, 1).split(".");
    return part === "0" ? grouped(whole) : `${grouped(whole)}.${part}`;
  }
  const four = Number(significant(value));
  return Math.abs(four) < 1e-4
    ? four.toExponential().replace(/e([+-])(\d)$/, "e$10$2")
    : afterRounding(four);
}

/** Rounding may have made it whole, and a thousand. */
const afterRounding = (/** @type {number} */ value) =>
  Number.isInteger(value) ? grouped(value) : String(value);

/**
 * As many decimals as asked for; an exact half goes to the even digit, as in Python.
 *
 * @param {number} value
 * @param {number} places
 */
export function decimals(value, places) {
  const up = Math.abs(value).toFixed(places);
  const exact = Math.abs(value).toFixed(60 + places);
  const half = /^50*$/.test(exact.slice(exact.indexOf(".") + 1 + places));
  const odd = Number(up.at(-1)) % 2 === 1;
  const text = half && odd ? (Number(up) - 10 ** -places).toFixed(places) : up;
  return value < 0 ? `-${text}` : text;
}

/**
 * Four digits that count.
 *
 * @param {number} value
 */
function significant(value) {
  const [digits, power] = Math.abs(value).toExponential(60).split("e");
  const scaled = value < 0 ? -1 : 1;
  const four = digits.slice(0, 5); // one digit, the point, three more
  const rest = digits.slice(5);
  const more = rest[0] > "5" || (rest[0] === "5" && /[1-9]/.test(rest.slice(1)));
  const even = Number(four.at(-1)) % 2 === 0;
  const up = more || (rest[0] === "5" && !even);
  const whole = Number(four.replace(".", "")) + Number(up);
  return scaled * Number(`${whole}e${Number(power) - 3}`);
}

/**
 * Bytes, in the largest binary unit of which there is one: "64 MiB".
 *
 * @param {number} count
 */
export function sizeText(count) {
  const [unit, factor] = SIZES.find(([, least]) => count >= least) ?? [
    count === 1 ? "byte" : "bytes",
    1,
  ];
  return `${amount(count / factor)} ${unit}`;
}

/**
 * Seconds, in microseconds up to a tenth of a second: "1,012.3 µs".
 *
 * @param {number} seconds
 */
export function durationText(seconds) {
  if (seconds < 0.1) return `${amount(seconds * 1e6)} µs`;
  if (seconds < 100) return `${amount(seconds * 1e3)} ms`;
  return `${amount(seconds)} s`;
}

/** A bandwidth, decimal: "397.8 GB/s". */
export const rateText = (/** @type {number} */ rate) => `${amount(rate / 1e9)} GB/s`;

/** A share as a percentage with one decimal: "27.3 %". */
export const percentText = (/** @type {number} */ share) => `${decimals(share * 100, 1)} %`;
