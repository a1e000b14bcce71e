// @ts-check
/**
 * The words after a program: flags, their values, plain words; see study/kinds/command_words.py.
 *
 * @import { Call, Trap } from "./keys.d.ts"
 * @typedef {object} WordsRead what was read of a line
 * @property {[name: string, value: string | null][]} flags
 * @property {string[]} plain
 * @property {string[]} rest what is handed on
 * @property {string} fault
 * @typedef {object} Reader
 * @property {Call} call
 * @property {Set<string>} forms
 * @property {Map<string, boolean>} takes whether a flag takes a value
 * @property {string[]} left words that are not read yet
 * @property {WordsRead} found
 */

import { t } from "../words.js";
import { LineError } from "./lines.js";

const SWITCHES = new Map(
  Object.entries({ true: true, t: true, 1: true, false: false, f: false, 0: false }),
);

/**
 * Everything in `words`, by what a call of a key says of its flags.
 *
 * A flag that the key does not know is a LineError.
 *
 * @param {Call} call
 * @param {string[]} words
 */
export function readWords(call, words) {
  /** @type {Map<string, boolean>} */
  const takes = new Map();
  for (const { names, values } of call.flags)
    for (const name of names) takes.set(name, values !== null);
  /** @type {WordsRead} */
  const found = { flags: [], plain: [], rest: [], fault: "" };
  const left = [...words];
  const reader = { call, forms: new Set(call.forms), takes, left, found };
  while (left.length && !found.fault) {
    const [word] = left.splice(0, 1);
    if (isFlag(reader, word)) found.fault = takeFlags(reader, word);
    else if (call.rest.length && found.plain.length === call.arguments.length)
      found.rest = [word, ...left.splice(0)];
    else found.plain.push(word);
  }
  return found;
}

/**
 * @param {Reader} reader
 * @param {string} word
 */
function isFlag({ forms }, word) {
  return (forms.has("x=v") && word.includes("=")) || (word.startsWith("-") && word !== "-");
}

/**
 * Take the flags of one word, and the value behind it; or say what is wrong.
 *
 * @param {Reader} reader
 * @param {string} word
 */
function takeFlags(reader, word) {
  const { call, takes } = reader;
  for (const [name, sign, value] of partsOf(reader, word)) {
    if (!takes.has(name)) return otherHyphens(reader, name) || caughtFlag(call, name);
    const fault = takes.get(name)
      ? valuedFault(reader, name, sign, value)
      : switchedFault(reader, name, value);
    if (fault) return fault;
  }
  return "";
}

/**
 * Take a flag with its value, or say why it has none.
 *
 * @param {Reader} reader
 * @param {string} name
 * @param {string} sign
 * @param {string | null} value
 */
function valuedFault({ forms, takes, left, found }, name, sign, value) {
  const hyphens = /^-*/.exec(name)?.[0];
  let taken = value;
  if (value === null) {
    if (!left.length || takes.has(nameIn(left[0])))
      return t("{word} needs a value.", { word: inCode(name) });
    [taken] = left.splice(0, 1);
    if (!forms.has(`${hyphens}x v`))
      return t("{word} takes its value only behind an equals sign; write {right}.", {
        word: inCode(name),
        right: inCode(`${name}=${taken}`),
      });
  } else if (sign && !forms.has(`${hyphens}x=v`)) {
    return t("{word} takes its value without a sign, so here it would be {value}; write {right}.", {
      word: inCode(name),
      value: inCode(sign + value),
      right: inCode(`${name} ${value}`),
    });
  }
  found.flags.push([name, taken]);
  return "";
}

/**
 * Take a flag that has no value, but in some programs may be told true or false.
 *
 * @param {Reader} reader
 * @param {string} name
 * @param {string | null} value
 */
function switchedFault({ forms, found }, name, value) {
  const on = forms.has("--x=true") ? SWITCHES.get((value ?? "").toLowerCase()) : undefined;
  if (value !== null && on === undefined)
    return t("{word} takes no value.", { word: inCode(name) });
  if (on !== false) found.flags.push([name, null]);
  return "";
}

/**
 * Why a name is none that has one hyphen for two, or two for one.
 *
 * @param {Reader} reader
 * @param {string} name
 */
function otherHyphens({ forms, takes }, name) {
  const right = name.startsWith("--") && name.length === 3 ? name.slice(1) : `-${name}`;
  if (!forms.has("-xy") || !takes.has(right)) return "";
  return t("Write {right}, not {word}: one hyphen stands before letters, two before a word.", {
    right: inCode(right),
    word: inCode(name),
  });
}

/**
 * The flags in one word, each with the sign and the value that stand in it.
 *
 * @param {Reader} reader
 * @param {string} word
 * @returns {[name: string, sign: string, value: string | null][]}
 */
function partsOf({ call, forms, takes }, word) {
  const before = nameIn(word);
  const rest = word.slice(before.length);
  let name = forms.has("x=v") ? before.toLowerCase() : before;
  if (forms.has("-word") && !takes.has(name) && takes.has(`-${name}`)) name = `-${name}`;
  /** @type {[string, string, string | null][]} */
  const whole = [[name, rest.slice(0, 1), rest ? rest.slice(1) : null]];
  // A word behind one hyphen is a slip, though its letters are read.
  if (isKnown(call, name) || takes.has(`-${name}`)) return whole;
  if (!forms.has("-xv") || word.startsWith("--")) return whole;
  /** @type {typeof whole} */
  const parts = [];
  for (let letters = word.slice(1); letters; ) {
    const short = `-${letters[0]}`;
    letters = letters.slice(1);
    if (!takes.has(short) || (parts.length && !forms.has("-xy"))) return whole;
    if (takes.get(short) && letters) {
      const sign = letters.startsWith("=") ? "=" : "";
      return [...parts, [short, sign, letters.slice(sign.length)]];
    }
    parts.push([short, "", null]);
  }
  return parts;
}

/**
 * Whether a word is a flag of which a key says anything, with a value or without.
 *
 * @param {Call} call
 * @param {string} word
 */
export function isKnown({ flags, traps }, word) {
  const name = nameIn(word);
  return (
    flags.some(({ names }) => names.includes(name)) || traps.some(({ written }) => written === name)
  );
}

/**
 * A word up to the sign before its value.
 *
 * @param {string} word
 */
export function nameIn(word) {
  return word.split("=", 1)[0];
}

/**
 * Nobody can say what a word does that is in no row of an item.
 *
 * @param {string} word
 */
export function unknownWord(word) {
  return new LineError(
    t("This question does not know {word}, so it cannot judge the line.", { word: inCode(word) }),
  );
}

/**
 * Why a flag or a setting is wrong that a trap names.
 *
 * @param {Call} call
 * @param {string} name
 */
export function caughtFlag(call, name) {
  if (!isKnown(call, name)) throw unknownWord(name);
  return t("{word} does not belong here. {why}", {
    word: inCode(name),
    why: whyOf(call.traps, name, ""),
  });
}

/**
 * What a trap says of what was written, else `other`.
 *
 * @param {Trap[]} traps
 * @param {string | null} written
 * @param {string} other
 */
export function whyOf(traps, written, other) {
  return traps.find((one) => one.written === written)?.why ?? other;
}

/**
 * A word of a line as it stands in a sentence.
 *
 * @param {string} word
 */
export function inCode(word) {
  return word ? `\`${word}\`` : '`""`';
}
