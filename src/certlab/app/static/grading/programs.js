// @ts-check
/**
 * The head of a command: the program, and its sub-command; see study/kinds/command_words.py.
 *
 * @import { Call } from "./keys.d.ts"
 */

import { t } from "../words.js";
import { inCode, isKnown, nameIn, unknownWord } from "./command_words.js";

const PYTHON = /^python3(\.\d+)?$/; // to a line the same as python
const FOLDER = /^(?:\.\/|~?\/(?:[^/]*\/)*)/;

/**
 * A word without the `./` or the absolute folder in front of it.
 *
 * @param {string} word
 */
export function bareName(word) {
  return word.replace(FOLDER, "");
}

/**
 * How many words call the program with its sub-command, and what is wrong with them: { lead, fault }.
 *
 * @param {Call} call
 * @param {string[]} words
 */
export function readProgram(call, words) {
  const programs = call.programs.map((name) => name.split(" "));
  // Of those that agree as far, the first: it is the one in the model line.
  const lead = Math.max(...programs.map((one) => agreeing(one, words)));
  const program = programs.find((one) => agreeing(one, words) === lead) ?? [];
  if (lead === program.length) return { lead, fault: "" };
  if (!lead) throw unknownWord(words[0]);
  return {
    lead,
    fault: subFault(call, program.slice(lead), words.slice(0, lead), words.slice(lead)),
  };
}

/**
 * What is wrong with the words where a sub-command has to be.
 *
 * @param {Call} call
 * @param {string[]} wanted
 * @param {string[]} before
 * @param {string[]} left
 */
function subFault(call, wanted, before, left) {
  const sub = inCode(wanted.join(" "));
  if (!left.length) return t("{word} is missing.", { word: sub });
  if (!left[0].startsWith("-"))
    return t("{wanted} is expected where you wrote {written}.", {
      wanted: sub,
      written: inCode(left[0]),
    });
  if (!isKnown(call, left[0])) throw unknownWord(nameIn(left[0]));
  if (!left.includes(wanted[0])) return t("{word} is missing.", { word: sub });
  return t("{word} has to come directly after {program}, before any flag.", {
    word: sub,
    program: inCode(before.join(" ")),
  });
}

/**
 * Whether a word may begin a call.
 *
 * @param {Call} call
 * @param {string} word
 */
export function mayBegin(call, word) {
  return call.programs.some((name) => agreeing(name.split(" "), [word]));
}

/**
 * How many words of a program stand at the beginning of a line.
 *
 * @param {string[]} program
 * @param {string[]} words
 */
function agreeing(program, words) {
  const [wanted, written] = [program, words].map(([one]) =>
    bareName(one).replace(PYTHON, "python"),
  );
  if (wanted !== written) return 0;
  const matches = (/** @type {string} */ name, /** @type {string} */ word) =>
    name === word || (name.endsWith(".py") && name === bareName(word));
  let count = 1;
  while (count < Math.min(program.length, words.length) && matches(program[count], words[count]))
    count += 1;
  return count;
}
