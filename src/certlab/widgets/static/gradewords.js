/** The words after a program: flags, their values, plain words; see study/command_words.py. */

import { t } from "./words.js";

/** Everything in `words`, by what a call of a key says of its flags: { flags, plain, rest, fault }. */
export function readWords(call, words) {
  const takes = new Map(call.flags.flatMap(({ names, values }) => names.map((name) => [name, values !== null])));
  const found = { flags: [], plain: [], rest: [], fault: "" };
  const left = [...words];
  let ended = false;
  while (left.length && !found.fault) {
    const word = left.shift();
    if (word === "--" && !ended) ended = true; // from here on no word is a flag
    else if (!ended && word.startsWith("-") && word !== "-") found.fault = takeFlags(call, takes, word, left, found);
    else if (call.rest.length && found.plain.length === call.arguments.length) found.rest = [word, ...left.splice(0)];
    else found.plain.push(word);
  }
  return found;
}

/** Take the flags of one word, and the value behind it; or say what is wrong. */
function takeFlags(call, takes, word, left, found) {
  for (const [name, value] of flagsOf(call, takes, word)) {
    if (!takes.has(name)) return t("{word} does not belong here. {why}", { word: inCode(name), why: whyOf(call.traps, name, "") });
    if (value !== null && !takes.get(name)) return t("{word} takes no value.", { word: inCode(name) });
    const behind = value === null && takes.get(name);
    if (behind && (!left.length || left[0] === "--" || takes.has(nameIn(left[0])))) {
      return t("{word} needs a value.", { word: inCode(name) });
    }
    found.flags.push([name, behind ? left.shift() : value]);
  }
  return "";
}

/** The flags in one word, each with the value that stands in the word. */
function flagsOf({ joined }, takes, word) {
  const name = nameIn(word);
  if (takes.has(name) || !joined || word.startsWith("--")) {
    return [[name, name === word ? null : word.slice(name.length + 1)]];
  }
  const pairs = [];
  for (let letters = [...word].slice(1); letters.length;) {
    const short = `-${letters.shift()}`;
    const value = takes.get(short) && letters.length ? letters.splice(0).join("") : null;
    pairs.push([short, value]);
  }
  return pairs;
}

function nameIn(word) {
  return word.split("=", 1)[0];
}

/** What a trap says of what was written, else `other`. */
export function whyOf(traps, written, other) {
  return traps.find((one) => one.written === written)?.why ?? other;
}

/** A word of a line as it stands in a sentence. */
export function inCode(word) {
  return word ? `\`${word}\`` : '`""`';
}
