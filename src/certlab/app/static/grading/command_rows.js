// @ts-check
/**
 * A word against what is wanted in its place; see study/kinds/command.py.
 *
 * @import { Wanted } from "./keys.d.ts"
 */

import { t } from "../words.js";
import { inCode } from "./command_words.js";
import { isNear, readNumber } from "./entries.js";
import { bareName } from "./programs.js";

/**
 * @param {Wanted[][]} wanted
 * @param {string[]} words
 */
export function wordsFault(wanted, words) {
  for (const [place, row] of wanted.entries()) {
    if (place >= words.length) return t("{word} is missing.", { word: inCode(row[0].text) });
    if (!fitsWord(row, words[place]))
      return t("{wanted} is expected where you wrote {written}.", asWritten(row, words[place]));
  }
  return words.length > wanted.length
    ? t("{word} does not belong here.", { word: inCode(words[wanted.length]) })
    : "";
}

/**
 * What is wanted of a row, and what was written, as they stand in a sentence.
 *
 * @param {Wanted[]} row
 * @param {string} written
 */
export function asWritten(row, written) {
  return { wanted: inCode(row[0].text), written: inCode(written) };
}

/**
 * Whether a plain word is wanted; it may have `./` or its folder before it.
 *
 * @param {Wanted[]} row
 * @param {string} written
 */
export function fitsWord(row, written) {
  return fitsRow(row, written) || fitsRow(row, bareName(written));
}

/**
 * @param {Wanted[]} row
 * @param {string} written
 */
export function fitsRow(row, written) {
  return row.some(({ text, number }) => {
    if (number === undefined)
      return text === written || (/:\d+$/.test(written) && text === written.replace(/\d+$/, "*"));
    // No thousands here: to a program 1,024 is two numbers.
    const typed = written.includes(",") ? null : readNumber(written);
    return typed !== null && isNear(typed, number);
  });
}
