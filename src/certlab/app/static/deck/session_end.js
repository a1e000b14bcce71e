// @ts-check
/**
 * What a set came to: the twin of certlab.day.session_end, without what needs Python.
 *
 * What is due next stands at the end of a deck already, and a score is for the start page.
 *
 * @import { Row } from "../store/rows.d.ts"
 */

import { dayHere } from "../dates.js";
import { timeOf } from "../memory/memory.js";
import { t, tn } from "../words.js";

const WEEK = 7;

/**
 * A sentence each: what is newly known, where something is, and the week. `rows` are answers; times in milliseconds.
 *
 * @param {Row[]} rows
 * @param {number} since
 * @param {number} now
 */
export function endLines(rows, since, now) {
  const before = rightOf(rows.filter(({ at }) => timeOf(at) < since));
  const n = [...rightOf(rows)].filter((item) => !before.has(item)).length;
  const known = tn("{n} item newly known.", "{n} items newly known.", n);
  return [...(n ? [known] : []), weekLine(rows, now)];
}

/** @param {Row[]} rows */
function rightOf(rows) {
  return new Set(rows.filter(({ outcome }) => outcome === "correct").map(({ item }) => item));
}

/**
 * Of each of the last seven days, today the last of them, whether something was answered.
 *
 * @param {Row[]} rows answers
 * @param {number} now in milliseconds
 */
export function daysAnswered(rows, now) {
  const answered = new Set(rows.map(({ at }) => dayHere(timeOf(at))));
  return Array.from({ length: WEEK }, (_, n) => {
    const day = new Date(now);
    day.setDate(day.getDate() - (WEEK - 1 - n));
    return answered.has(dayHere(day.getTime()));
  });
}

/**
 * @param {Row[]} rows
 * @param {number} now
 */
function weekLine(rows, now) {
  const days = daysAnswered(rows, now);
  const strip = days.map((one) => (one ? "●" : "○")).join("");
  const n = days.filter(Boolean).length;
  return t("Days with answers: {strip}, {n} of the last 7.", { strip, n });
}
