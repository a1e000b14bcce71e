// @ts-check
/** Where a gate leads, as a part of a sentence. */

import { t } from "../../app/static/words.js";

const NUMBER = /^\d+[a-z]?$/i;
const PART = /^(?:Exercise|Part|Section|Step)\b/; // what an instructor takes over from a heading

/**
 * The step of a gate inside a sentence: a number is a step, what has a name keeps it.
 *
 * @param {string} step
 */
export function stepWords(step) {
  if (NUMBER.test(step)) return t("step {step}", { step });
  return step.replace(PART, (word) => word.toLowerCase());
}
