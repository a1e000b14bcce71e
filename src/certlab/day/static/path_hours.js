// @ts-check
/**
 * What the path of an exam takes as a whole, and what of it is behind a learner: the twin of
 * certlab.day.path_hours.
 *
 * @import { Station } from "./days.d.ts"
 */

import { tn } from "../../app/static/words.js";

const QUESTION = 0.75; // minutes for a new one, as long as nobody's own pace is known
const REVIEW = 0.5; // of a paper's time, to read what was not right

/**
 * The minutes of all of it, and of what is done.
 *
 * @param {[minutes: number, share: number][]} steps
 * @param {[count: number, done: number]} questions
 * @param {[count: number, done: number]} papers
 * @param {number} time minutes of a paper
 * @returns {[whole: number, done: number]}
 */
export function pathMinutes(steps, questions, papers, time) {
  let [whole, done] = [QUESTION * questions[0], QUESTION * Math.min(...questions)];
  for (const [minutes, share] of steps) {
    whole += minutes;
    done += minutes * share;
  }
  const each = time * (1 + REVIEW);
  return [whole + each * papers[0], done + each * Math.min(...papers)];
}

/**
 * How much of a station is done: all of a page that was read or asked about enough.
 *
 * @param {Station} station
 */
export function shareDone({ kind, state, done, count }) {
  if (kind === "lab") return count ? done / count : 0;
  return state === "done" || state === "skipped" ? 1 : 0;
}

/**
 * "26 hours; you have 9 behind you".
 *
 * @param {[whole: number, done: number]} minutes
 */
export function hoursWords([whole, done]) {
  const hours = Math.max(1, Math.round(whole / 60));
  const behind = Math.floor(done / 60);
  if (!behind) return tn("{n} hour in all", "{n} hours in all", hours);
  return tn(
    "{n} hour; you have {done} behind you",
    "{n} hours; you have {done} behind you",
    hours,
    {
      done: behind,
    },
  );
}
