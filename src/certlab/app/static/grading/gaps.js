// @ts-check
/**
 * Gaps of a cloze; see study/kinds/cloze.py.
 *
 * @import { ClozeKey, GapKey } from "./keys.d.ts"
 */

import { t, tn } from "../words.js";
import { asTyped, isNear, readNumber, textIn, trimmed } from "./entries.js";
import { readAmount } from "./quantities.js";
import { creditFor } from "./verdicts.js";

/**
 * Why a response does not fill these gaps; "" when it does.
 *
 * @param {Pick<GapKey, "id" | "number">[]} gaps
 * @param {unknown} response
 */
export function refuseGaps(gaps, response) {
  const typed = gaps.map(({ id }) => textIn(response, id));
  const empty = typed.filter((text) => !asTyped(text)).length;
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

/**
 * @param {ClozeKey} key
 * @param {unknown} response
 */
export function gradeCloze({ gaps, score }, response) {
  const parts = Object.fromEntries(
    gaps.map((gap) => {
      return [gap.id, fits(gap, textIn(response, gap.id))];
    }),
  );
  return creditFor(parts, score, (values) => t("Right: {n} of {count} gaps.", values));
}

/**
 * @param {GapKey} gap
 * @param {string} typed
 */
function fits(gap, typed) {
  const wanted = gap.accept.map(asTyped);
  if (gap.number) {
    const amount = readAmount(typed);
    const numbers = wanted.map(readNumber).filter((one) => one !== null);
    return amount !== null && numbers.some((one) => isNear(amount, one));
  }
  const text = asTyped(typed);
  const ways = [text, within(text, gap.before ?? "", gap.behind ?? "")];
  if (gap.case) return ways.some((one) => wanted.includes(one));
  return ways.map(bareWord).some((one) => wanted.map(bareWord).includes(one));
}

/**
 * A text without the signs that stand next to its gap, typed once more.
 *
 * @param {string} text
 * @param {string} before
 * @param {string} behind
 */
function within(text, before, behind) {
  const places = [...before].map((_, n) => before.slice(n));
  const start = places.find((one) => text.startsWith(one)) ?? "";
  const left = text.slice(start.length);
  const ends = [...behind].map((_, n) => behind.slice(0, behind.length - n));
  const end = ends.find((one) => left.endsWith(one)) ?? "";
  return trimmed(left.slice(0, left.length - end.length));
}

/**
 * A word in small letters, without an article or "to" in front of it.
 *
 * @param {string} text
 */
function bareWord(text) {
  return text.toLowerCase().replace(/^(an?|the|its|to) /, "");
}
