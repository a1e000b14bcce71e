// @ts-check
/**
 * The list for the last day on the page of the exam's day: made from the learner's plan, where there is one.
 *
 * @import { Store } from "../store/store.js"
 */

import { daysLeft } from "../../../planner/static/goal_row.js";
import { dayHere } from "../dates.js";
import { node } from "../dom.js";
import { t } from "../words.js";
import { json, ROOT } from "./assets.js";
import { ownExam } from "./own_exam.js";

/**
 * Draw it in place of the list that the page came with, now and after each change.
 *
 * @param {HTMLElement} el
 * @param {Store} store
 */
export async function mountLastDay(el, store) {
  const cameWith = [...el.childNodes];
  const draw = async () => el.replaceChildren(...((await drawn(store)) ?? cameWith));
  store.follow(draw);
  await draw();
}

/**
 * What is to be shown; null without a plan. Where its day has passed, a sentence says so.
 *
 * @param {Store} store
 */
async function drawn(store) {
  const own = await ownExam(store);
  if (!own) return null;
  const { exam, code, goal } = own;
  const now = Date.now();
  if (daysLeft(goal.day, dayHere(now)) < 0) {
    const says = t(
      "The day of {code} has passed. Plan another one on Today, and a list for it stands here.",
      {
        code,
      },
    );
    return [node("p", {}, says)];
  }
  const [{ lastDay }, { drawLastDay }, data] = await Promise.all([
    import("../../../day/static/last_day.js"),
    import("../../../day/static/last_day_list.js"),
    json(`last-${exam}`),
  ]);
  const found = lastDay(data, await store.rows(), now);
  return [drawLastDay(data, found, goal.day, ROOT.href)];
}
