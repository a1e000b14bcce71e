// @ts-check
/** Which unit of a question the words around a number mean; see study/unit_names.py. */

import { asTyped } from "./entries.js";

// Words for a unit, of one and in small letters, by what stands for it here.
const WORDS = new Map(
  [
    ["s", "sec", "second"],
    ["ms", "msec", "millisecond"],
    ["μs", "us", "usec", "microsecond"],
    ["ns", "nsec", "nanosecond"],
    ["min", "minute"],
    ["h", "hr", "hour"],
    ["usd", "$", "us$", "dollar", "us dollar"],
    ["%", "percent", "per cent"],
    ["percentage point", "pp", "point"],
    ["kg", "kilo", "kilogram"],
    ["kwh", "kilowatt hour", "kilowatt-hour"],
    ["a", "amp", "ampere"],
    ["v", "volt"],
    ["°c", "c", "celsius", "degree", "degrees c", "degrees celsius"],
    ["u", "ru", "rack unit"],
    ["x", "×", "time", "fold", "-fold", ":1", ": 1", "to 1"],
  ].flatMap(([unit, ...words]) =>
    words.map((word) => /** @type {[string, string]} */ ([word, unit])),
  ),
);
const BASES = { byte: "b", bit: "bit", watt: "w", hertz: "hz", flops: "flops" };
const PREFIXES = {
  "": "",
  kilo: "k",
  mega: "m",
  giga: "g",
  tera: "t",
  peta: "p",
  kibi: "ki",
  mebi: "mi",
  gibi: "gi",
  tebi: "ti",
};
for (const [prefix, short] of Object.entries(PREFIXES)) {
  for (const [base, unit] of Object.entries(BASES)) WORDS.set(prefix + base, short + unit);
}
const UNDER = new Map(Object.entries({ sec: "s", second: "s", hr: "h", hour: "h", b: "byte" }));
// By its letter: Gb, Gb/s and gb/s. A gb alone is read as GB, for nobody counts memory
// in bits, whereas a rate in small letters may be either.
const BITS = /^(?:[KMGTP]i?b|[KMGTPkmgtp]?i?b(?:ps|\/s))$/;

/**
 * The unit of a question that a text means; undefined when it means none.
 *
 * `nouns` are words of the question that count what is asked, and "%" where a share may be
 * a percentage.
 *
 * @param {string[]} units
 * @param {string[]} nouns
 * @param {string | undefined} written
 */
export function unitMeant(units, nouns, written) {
  if (typeof written !== "string") return undefined;
  const text = asTyped(written);
  for (const name of namesOf(text)) {
    const found = units.find((unit) => namesOf(asTyped(unit))[0] === name);
    if (found !== undefined) return found;
    if (name === "x" && units.includes("")) return "";
    if (name === "%" && nouns.includes("%")) return "%";
  }
  const known = nouns.map(single);
  const said = text.toLowerCase().split(" ").map(single);
  return units.length === 1 && said.every((word) => known.includes(word)) ? units[0] : undefined;
}

/**
 * The unit in bytes that has the letters of a text in bits.
 *
 * @param {string[]} units
 * @param {string} written
 */
export function bytesMeant(units, written) {
  const name = namesOf(asTyped(written))[0].replaceAll("bit", "b");
  return units.find((unit) => namesOf(asTyped(unit))[0] === name);
}

/**
 * What a unit may be called, in one form for all its spellings, likeliest first.
 *
 * @param {string} text
 */
function namesOf(text) {
  let low = text.toLowerCase().replace(/ ?(?:\/| per ) ?/g, "/");
  if (BITS.test(text)) low = low.replace(/b(?:ps)?(?=\/s$|$)/, "bit");
  if (text.endsWith("ps")) low = low.replace(/(?<=bit)$|(?<=b)ps$/, "/s");
  const at = low.indexOf("/");
  let head = at < 0 ? low : low.slice(0, at);
  head = WORDS.get(head) ?? WORDS.get(single(head)) ?? single(head);
  if (text === "mW") return [text]; // small letters do for MW, but these are milliwatts
  if (at < 0) {
    // Operations are written TFLOPs as well, and percentage points %.
    if (head === "%") return [head, "percentage point"];
    return head.endsWith("flops") ? [head, head.slice(0, -1)] : [head];
  }
  const tail = single(low.slice(at + 1));
  const under = UNDER.get(tail) ?? tail;
  if (!/flops?$/.test(head)) return [`${head}/${under}`];
  head = head.replace(/s$/, "");
  return [under === "s" ? `${head}s` : `${head}/${under}`];
}

/**
 * A word without the s of several, which ms and TFLOPS do not have.
 *
 * @param {string} word
 */
function single(word) {
  return /^.{2,}s$/su.test(word) && !word.endsWith("ops") ? word.slice(0, -1) : word;
}
