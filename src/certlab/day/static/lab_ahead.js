// @ts-check
/**
 * The labs that the path comes to within a week, and how soon: the twin of certlab.day.lab_ahead.
 *
 * @import { PathLab } from "./course_files.d.ts"
 * @import { PathWalk } from "./path_walk.js"
 */

import { t } from "../../app/static/words.js";
import { SHARE } from "./path_walk.js";

const FEW = 5; // questions on a page that was just read
const QUESTION = 0.75; // minutes for a new item
const WEEK = 7;
const A_DAY = 86_400_000; // milliseconds
const FIRST_DAY = 719_163; // Python's number of 1 January 1970

/**
 * The labs of a week, the next one first. `listed` are the exercises of today's list, of whose
 * lab the others may come next, `read` the minutes of the pages and new items in it, `opens` the labs that open here.
 *
 * @param {PathWalk} walk
 * @param {string} today
 * @param {string[]} listed
 * @param {number} read
 * @param {Set<string>} opens
 */
export function labsAhead(walk, today, listed, read, opens) {
  const found = [];
  let [before, last] = [-read, 0];
  const left = walk.left.filter(({ lab }) => !lab || opens.has(lab));
  for (const { lab, minutes } of left) {
    const open = lab ? walk.exercises(lab).filter((id) => !listed.includes(id)) : [];
    if (!lab) before += minutes + FEW * QUESTION;
    else if (open.length) {
      const due = 1 + Math.floor(Math.max(0, before) / (walk.minutes * SHARE));
      const soon = Math.max(due, last + 1); // a day has one lab
      const pagesFirst = left.some((step) => !step.lab) && isPagesFirst(today, soon);
      const days = soon + Number(pagesFirst);
      if (days > WEEK) break;
      const most = Math.min(minutes, walk.minutes * SHARE);
      found.push({ lab, exercises: fitting(open, most, minutes), minutes: most, days });
      [before, last] = [Math.max(0, before) + minutes, days];
    }
  }
  return found;
}

/**
 * Whether some days after a day pages go before labs, as they do every other day.
 *
 * @param {string} day
 * @param {number} later
 */
export function isPagesFirst(day, later = 0) {
  return (Math.floor(Date.parse(day) / A_DAY) + FIRST_DAY + later) % 2 === 1;
}

/**
 * As many open exercises as fit the minutes of a lab that takes so many; one at least.
 *
 * @param {string[]} open
 * @param {number} minutes
 * @param {number} whole
 */
export function fitting(open, minutes, whole) {
  const share = Math.min(1, minutes / Math.max(whole, 1));
  return open.slice(0, Math.max(1, Math.round(open.length * share)));
}

/**
 * The lab's title, and which of its exercises where they are not all.
 *
 * @param {PathLab} lab
 * @param {string[]} some
 */
export function labTitle({ title, exercises }, some) {
  const numbers = exercises.flatMap((id, place) => (some.includes(id) ? [place + 1] : []));
  if (!numbers.length || numbers.length === exercises.length) return title;
  const [first, last] = [numbers[0], numbers[numbers.length - 1]];
  if (first === last) return t("{title}, exercise {n}", { title, n: first });
  if (last - first + 1 > numbers.length)
    return t("{title}, exercises {list}", { title, list: numbers.join(", ") });
  if (numbers.length === 2)
    return t("{title}, exercises {first} and {last}", { title, first, last });
  return t("{title}, exercises {first} to {last}", { title, first, last });
}
