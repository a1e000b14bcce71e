// @ts-check
/**
 * Orders; see study/kinds/order.py.
 *
 * @import { OrderKey } from "./keys.d.ts"
 */

import { t } from "../words.js";
import { judged } from "./verdicts.js";

/**
 * Why a response is no order of these step ids, as they were shown; "" when it is one.
 *
 * @param {string[]} ids
 * @param {unknown} response
 */
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

/**
 * Whether each step, the ids in this order, comes after all it needs.
 *
 * @param {OrderKey["after"]} after
 * @param {string[]} ids
 */
function placed(after, ids) {
  return Object.fromEntries(
    ids.map((id, place) => [id, after[id].every((one) => ids.slice(0, place).includes(one))]),
  );
}

/**
 * @param {OrderKey} key
 * @param {unknown} response ids in order
 */
export function gradeOrder({ after, texts, whys }, response) {
  const ids = /** @type {string[]} */ (response); // see refuseOrder
  const parts = placed(after, ids);
  const first = ids.find((id) => !parts[id]);
  if (first === undefined) return judged(true, "", parts);
  const earlier = ids.slice(0, ids.indexOf(first));
  const missing = after[first].find((id) => !earlier.includes(id)) ?? "";
  const say = t('"{step}" is too early, because "{earlier}" comes before it. {why}', {
    step: texts[first],
    earlier: texts[missing],
    why: whys[first],
  });
  return judged(false, say, parts);
}
