// @ts-check
/**
 * What the day begins with: of its tasks the one that stands in the page, and what they are called.
 *
 * @import { ShownTask } from "./days.d.ts"
 */

import { t, tn } from "../../app/static/words.js";

/** @param {{ done: number, count: number }} task */
export const isLeft = ({ done, count }) => done < count;
/** @param {Pick<ShownTask, "kind">} task */
export const asksQuestions = ({ kind }) => kind === "review" || kind === "new";
/** @param {number} minutes */
export const wholeMinutes = (minutes) => Math.max(1, Math.round(minutes));

/**
 * The place of the task that comes first: what is due waits for nothing, else they have an order.
 * -1 where nothing is left.
 *
 * @param {ShownTask[]} tasks
 */
export function leadOf(tasks) {
  const due = tasks.findIndex((task) => task.kind === "review" && isLeft(task));
  return due < 0 ? tasks.findIndex(isLeft) : due;
}

/**
 * What a task is called.
 *
 * @param {Pick<ShownTask, "kind" | "count" | "title" | "reading">} task
 */
export function titleOf({ kind, count, title, reading }) {
  if (kind === "review") return tn("{n} review", "{n} reviews", count);
  if (reading)
    return tn("{n} question on what you have read", "{n} questions on what you have read", count);
  if (kind === "new") return tn("{n} new item", "{n} new items", count);
  return kind === "lab" ? t("Lab: {title}", { title }) : t("Read: {title}", { title });
}

/** @param {number} minutes */
export function minuteWords(minutes) {
  return tn("{n} min", "{n} min", wholeMinutes(minutes));
}
