// @ts-check
/**
 * What the page of progress draws over time, worked out from rows: marks of mock exams, and weeks of days.
 *
 * @import { Row } from "../../../app/static/store/rows.d.ts"
 * @import { Mock, MockMark, WeekOfDays } from "../days.d.ts"
 */

import { dayHere, daysAfter } from "../../../app/static/dates.js";
import { intervalOf } from "../../../app/static/exam/interval.js";
import { timeOf } from "../../../app/static/memory/memory.js";

const WEEKS = 12;
const WEEK = 7;
const FURTHEST = 364; // days: as far as certlab.day.over_time looks back

/**
 * A mark for each mock exam that was handed in within the last year; `now` in milliseconds since 1970.
 *
 * @param {Mock[]} mocks
 * @param {number} now
 * @returns {MockMark[]}
 */
export function mockMarks(mocks, now) {
  const first = daysAfter(dayHere(now), -FURTHEST);
  return mocks
    .filter(({ open, count }) => !open && count > 0)
    .map(({ right, count, time }, place) => {
      const [low, high] = intervalOf(right, count);
      return { n: place + 1, day: dayHere(time), right, count, share: right / count, low, high };
    })
    .filter(({ day }) => day >= first);
}

/**
 * The last twelve weeks, this one the last of them: on which days something was answered.
 *
 * @param {Row[]} rows answers
 * @param {number} now in milliseconds since 1970
 * @returns {WeekOfDays[]}
 */
export function lastWeeks(rows, now) {
  const answered = new Set(rows.map(({ at }) => dayHere(timeOf(at))));
  const today = dayHere(now);
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + WEEK - 1) % WEEK;
  return Array.from({ length: WEEKS }, (_, n) => {
    const monday = daysAfter(today, WEEK * (n - WEEKS + 1) - sinceMonday);
    const days = Array.from({ length: WEEK }, (_, day) => daysAfter(monday, day));
    return { monday, days: days.map((day) => (day > today ? null : answered.has(day))) };
  });
}
