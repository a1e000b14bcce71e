// @ts-check
/** Gaps of a cloze; see study/clozes.py. */

import { t, tn } from "../words.js";
import { asTyped, isNear, readAmount, readNumber } from "./entries.js";
import { creditFor } from "./verdicts.js";

function filledIn(response, id) {
  const text = response?.[id];
  return typeof text === "string" ? asTyped(text) : "";
}

/** Why a response does not fill these gaps, { id, number }; "" when it does. */
export function refuseGaps(gaps, response) {
  const typed = gaps.map(({ id }) => filledIn(response, id));
  const empty = typed.filter((text) => !text).length;
  if (empty) {
    if (gaps.length === 1) return t("Fill the gap; 1 is still empty.");
    const values = { count: gaps.length };
    return tn(
      "Fill all {count} gaps; {n} is still empty.",
      "Fill all {count} gaps; {n} are still empty.",
      empty,
      values,
    );
  }
  const bad = gaps.findIndex(({ number }, place) => number && readAmount(typed[place]) === null);
  return bad < 0 ? "" : t("Gap {n} takes a number, such as 1024 or 1,024.5.", { n: bad + 1 });
}

export function gradeCloze({ gaps, score }, response) {
  const parts = Object.fromEntries(
    gaps.map((gap) => {
      const typed = filledIn(response, gap.id);
      return [gap.id, gap.accept.some((one) => sameText(gap, typed, asTyped(one)))];
    }),
  );
  return creditFor(parts, score, (values) => t("Right: {n} of {count} gaps.", values));
}

function sameText(gap, typed, wanted) {
  if (gap.number) return isNear(readAmount(typed), readNumber(wanted));
  return gap.case ? typed === wanted : bareWord(typed) === bareWord(wanted);
}

/** A word in small letters, without an article in front of it. */
function bareWord(text) {
  return text.toLowerCase().replace(/^(an?|the|its) /, "");
}
