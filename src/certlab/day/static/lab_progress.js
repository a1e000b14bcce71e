// @ts-check
/**
 * How far a lab is: how many of its exercises are solved, in the words that lists say.
 *
 * The twin of certlab.study.lab_progress.
 *
 * @import { Solved } from "./days.d.ts"
 */

import { icon } from "../../app/static/dom.js";
import { t, tn } from "../../app/static/words.js";

/**
 * How far a lab with these exercises is; `solved` are those of all labs, as Standing has them.
 *
 * @param {string[]} exercises
 * @param {Set<string>} solved
 * @returns {Solved}
 */
export function labProgress(exercises, solved) {
  const done = exercises.filter((id) => solved.has(id)).length;
  const count = exercises.length;
  return { done, count, state: count && done === count ? "done" : done ? "begun" : "open" };
}

/**
 * "2 of 4"; "" of a lab of which nothing is solved.
 *
 * @param {Pick<Solved, "done" | "count">} lab
 */
export function solvedWords({ done, count }) {
  return done ? t("{n} of {count}", { n: done, count }) : "";
}

/**
 * The same with a tick behind it where all are solved, for a list.
 *
 * @param {Solved} lab
 */
export function drawSolved(lab) {
  const says = solvedWords(lab);
  return lab.state === "done" ? [says, " ", icon("tick")] : [says];
}

/**
 * "2 of 4 exercises solved", for a line of its own; "" of a lab without exercises.
 *
 * @param {Pick<Solved, "done" | "count"> | undefined} lab
 */
export function exerciseWords(lab) {
  if (!lab?.count) return "";
  const { done, count } = lab;
  return done
    ? tn("{n} of {count} exercise solved", "{n} of {count} exercises solved", count, {
        n: done,
        count,
      })
    : tn("{n} exercise", "{n} exercises", count);
}
