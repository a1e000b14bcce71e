// @ts-check
/**
 * How many items are known, newly known and due: every surface says these numbers.
 *
 * The twin of certlab.study.counts: an item counts once, however often it was asked, and a repeat
 * on the same day makes nothing known.
 *
 * @import { Counts, Memory, Scope } from "./memories.d.ts"
 */

import { dayHere, daysAfter, longDay } from "../dates.js";
import { tn } from "../words.js";

/**
 * What is counted: the items of an exam; without one, and where it has none, all of them.
 *
 * @template {{ item: string, exams: string[] }} I
 * @param {I[]} items as the listing of the banks has them
 * @param {{ exam: string, code: string } | null | undefined} exam
 * @returns {Scope<I>}
 */
export function scopeOf(items, exam) {
  const own = exam ? items.filter(({ exams }) => exams.includes(exam.exam)) : [];
  return exam && own.length ? { of: exam.code, items: own } : { of: "", items };
}

/**
 * The numbers of some items, by id; times in milliseconds since 1970, days the learner's own.
 *
 * @param {Map<string, Memory>} memories
 * @param {string[]} items
 * @param {number} now
 * @param {number} since what is newly known was right first then or later
 * @returns {Counts}
 */
export function countItems(memories, items, now, since = now) {
  const today = dayHere(now);
  const tomorrow = daysAfter(today, 1);
  const answered = items
    .flatMap((id) => memories.get(id) ?? [])
    .map((memory) => ({ ...memory, day: dayHere(memory.due) }));
  const later = answered
    .map(({ day }) => day)
    .filter((day) => day > today)
    .sort();
  const first = later[0];
  return {
    items: items.length,
    known: answered.filter(({ last, day }) => last === "correct" && day > today).length,
    newlyKnown: answered.filter(({ learnt }) => learnt !== null && learnt >= since).length,
    due: answered.length - later.length,
    tomorrow: answered.filter(({ day }) => day <= tomorrow).length,
    next: first ? { day: first, items: later.filter((day) => day === first).length } : null,
  };
}

/**
 * "34 items of NCA-AIIO are due by tomorrow.", or when the next ones are; "" where none ever is.
 *
 * @param {Pick<Counts, "tomorrow" | "next">} counts
 * @param {string} of the exam's code, "" for the whole course
 */
export function dueLine({ tomorrow, next }, of) {
  if (tomorrow) {
    return of
      ? tn(
          "{n} item of {code} is due by tomorrow.",
          "{n} items of {code} are due by tomorrow.",
          tomorrow,
          { code: of },
        )
      : tn("{n} item is due by tomorrow.", "{n} items are due by tomorrow.", tomorrow);
  }
  if (!next) return "";
  const day = longDay(next.day, true);
  return of
    ? tn(
        "Nothing of {code} is due by tomorrow; the next {n} item is due on {day}.",
        "Nothing of {code} is due by tomorrow; the next {n} items are due on {day}.",
        next.items,
        { code: of, day },
      )
    : tn(
        "Nothing is due by tomorrow; the next {n} item is due on {day}.",
        "Nothing is due by tomorrow; the next {n} items are due on {day}.",
        next.items,
        { day },
      );
}
