// @ts-check
/** Orders and matches; see study/orders.py and study/matches.py. */

import { t, tn } from "../words.js";
import { fieldIn } from "./entries.js";
import { creditFor, judged } from "./verdicts.js";

/** Why a response is no order of these step ids, as they were shown; "" when it is one. */
export function refuseOrder(ids, response) {
  const given = Array.isArray(response) ? response : [];
  const whole = given.length === ids.length && ids.every((id) => given.includes(id));
  if (!whole) return t("Put all {count} steps in order.", { count: ids.length });
  const moved = ids.some((id, place) => id !== given[place]); // the shown order is never right
  return moved
    ? ""
    : t(
        "The steps are still in the order in which they were shown, which is never right; move one first.",
      );
}

/** Whether each step, the ids in this order, comes after all it needs. */
function placed(after, ids) {
  return Object.fromEntries(
    ids.map((id, place) => [id, after[id].every((one) => ids.slice(0, place).includes(one))]),
  );
}

export function gradeOrder({ after, texts, whys }, ids) {
  const parts = placed(after, ids);
  const first = ids.find((id) => !parts[id]);
  if (first === undefined) return judged(true, "", parts);
  const earlier = ids.slice(0, ids.indexOf(first));
  const missing = after[first].find((id) => !earlier.includes(id));
  const say = t('"{step}" is too early, because "{earlier}" comes before it. {why}', {
    step: texts[first],
    earlier: texts[missing],
    why: whys[first],
  });
  return judged(false, say, parts);
}

/** Why a response does not match every left id with a right one; "" when it does. */
export function refuseMatch(lefts, rights, response) {
  const unmatched = lefts.filter((id) => !rights.includes(fieldIn(response, id))).length;
  if (!unmatched) return "";
  return tn(
    "Match all {count} entries on the left; {n} is still open.",
    "Match all {count} entries on the left; {n} are still open.",
    unmatched,
    { count: lefts.length },
  );
}

export function gradeMatch({ left, pairs, score }, response) {
  const parts = Object.fromEntries(left.map((id) => [id, response[id] === pairs[id]]));
  return creditFor(parts, score, (values) => t("Right: {n} of {count} pairs.", values));
}
