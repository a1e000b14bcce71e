// @ts-check
/** The words after a program: flags, their values, plain words; see study/command_words.py. */

import { t } from "../words.js";
import { LineError } from "./lines.js";

/**
 * Everything in `words`, by what a call of a key says of its flags: { flags, plain, rest, fault }.
 *
 * A flag that the key does not know is a LineError.
 */
export function readWords(call, words) {
  const takes = new Map(
    call.flags.flatMap(({ names, values }) => names.map((name) => [name, values !== null])),
  );
  /** @type {{ flags: [string, any][], plain: string[], rest: string[], fault: string }} */
  const found = { flags: [], plain: [], rest: [], fault: "" };
  const left = [...words];
  while (left.length && !found.fault) {
    const word = left.shift();
    if (word.startsWith("-") && word !== "-")
      found.fault = takeFlags(call, takes, word, left, found);
    else if (call.rest.length && found.plain.length === call.arguments.length)
      found.rest = [word, ...left.splice(0)];
    else found.plain.push(word);
  }
  return found;
}

/** Take the flags of one word, and the value behind it; or say what is wrong. */
function takeFlags(call, takes, word, left, found) {
  for (const [name, value] of flagsOf(call, takes, word)) {
    if (!takes.has(name)) return caughtFlag(call, name);
    if (value !== null && !takes.get(name))
      return t("{word} takes no value.", { word: inCode(name) });
    const behind = value === null && takes.get(name);
    if (behind && (!left.length || takes.has(nameIn(left[0]))))
      return t("{word} needs a value.", { word: inCode(name) });
    found.flags.push([name, behind ? left.shift() : value]);
  }
  return "";
}

/** The flags in one word, each with the value that stands in the word. */
function flagsOf({ joined }, takes, word) {
  const name = nameIn(word);
  const whole = [[name, name === word ? null : word.slice(name.length + 1)]];
  if (takes.has(name) || !joined || word.startsWith("--")) return whole;
  const pairs = [];
  for (let letters = [...word].slice(1); letters.length; ) {
    const short = `-${letters.shift()}`;
    if (!takes.has(short)) return whole;
    pairs.push([short, takes.get(short) && letters.length ? letters.splice(0).join("") : null]);
  }
  return pairs;
}

/** Whether a word is a flag of which a key says anything, with a value or without. */
export function isKnown({ flags, traps }, word) {
  const name = nameIn(word);
  return (
    flags.some(({ names }) => names.includes(name)) || traps.some(({ written }) => written === name)
  );
}

/** A word up to the sign before its value. */
export function nameIn(word) {
  return word.split("=", 1)[0];
}

/** Nobody can say what a word does that is in no row of an item. */
export function unknownWord(word) {
  return new LineError(
    t("This question does not know {word}, so it cannot judge the line.", { word: inCode(word) }),
  );
}

/** Why a flag is wrong that a trap names. */
function caughtFlag(call, name) {
  if (!isKnown(call, name)) throw unknownWord(name);
  return t("{word} does not belong here. {why}", {
    word: inCode(name),
    why: whyOf(call.traps, name, ""),
  });
}

/** What a trap says of what was written, else `other`. */
export function whyOf(traps, written, other) {
  return traps.find((one) => one.written === written)?.why ?? other;
}

/** A word of a line as it stands in a sentence. */
export function inCode(word) {
  return word ? `\`${word}\`` : '`""`';
}
