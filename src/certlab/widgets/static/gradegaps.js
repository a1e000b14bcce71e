/** Gaps of a cloze; see study/clozes.py. */

import { asTyped, isNear, readNumber } from "./gradeentries.js";
import { stillOpen } from "./gradelists.js";
import { creditFor } from "./gradeverdicts.js";

function filledIn(response, id) {
  const text = response?.[id];
  return typeof text === "string" ? asTyped(text) : "";
}

/** Why a response does not fill these gaps, { id, number }; "" when it does. */
export function refuseGaps(gaps, response) {
  const typed = gaps.map(({ id }) => filledIn(response, id));
  const empty = typed.filter((text) => !text).length;
  if (empty) {
    const what = gaps.length === 1 ? "the gap" : `all ${gaps.length} gaps`;
    return `Fill ${what}; ${stillOpen(empty, "empty")}.`;
  }
  const bad = gaps.findIndex(({ number }, place) => number && readNumber(typed[place]) === null);
  return bad < 0 ? "" : `Gap ${bad + 1} takes a number, such as 1024 or 1,024.5.`;
}

export function gradeCloze({ gaps, score }, response) {
  const parts = Object.fromEntries(gaps.map((gap) => {
    const typed = filledIn(response, gap.id);
    return [gap.id, gap.accept.some((one) => sameText(gap, typed, asTyped(one)))];
  }));
  return creditFor(parts, score, "gaps");
}

function sameText(gap, typed, wanted) {
  if (gap.number) return isNear(readNumber(typed), readNumber(wanted));
  return gap.case ? typed === wanted : typed.toLowerCase() === wanted.toLowerCase();
}
