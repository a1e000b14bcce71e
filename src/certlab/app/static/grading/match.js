// @ts-check
/**
 * Matches; see study/kinds/match.py.
 *
 * @import { MatchKey } from "./keys.d.ts"
 */

import { t, tn } from "../words.js";
import { textIn } from "./entries.js";
import { creditFor } from "./verdicts.js";

/**
 * Why a response does not match every left id with a right one; "" when it does.
 *
 * @param {string[]} lefts
 * @param {string[]} rights
 * @param {unknown} response
 */
export function refuseMatch(lefts, rights, response) {
  const unmatched = lefts.filter((id) => !rights.includes(textIn(response, id))).length;
  if (!unmatched) return "";
  return tn(
    "Match all {count} entries on the left; {n} is still open.",
    "Match all {count} entries on the left; {n} are still open.",
    unmatched,
    { count: lefts.length },
  );
}

/**
 * @param {MatchKey} key
 * @param {unknown} response
 */
export function gradeMatch({ left, pairs, score }, response) {
  const parts = Object.fromEntries(left.map((id) => [id, textIn(response, id) === pairs[id]]));
  return creditFor(parts, score, (values) => t("Right: {n} of {count} pairs.", values));
}
