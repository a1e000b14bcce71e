// @ts-check
/**
 * What a set came to: the twin of certlab.day.session_end, without what needs Python.
 *
 * A score is for the start page.
 *
 * @import { Resets, Scope } from "../memory/memories.d.ts"
 * @import { Row } from "../store/rows.d.ts"
 */

import { dayHere } from "../dates.js";
import { countItems, dueLine } from "../memory/counts.js";
import { fold, timeOf } from "../memory/memory.js";
import { t, tn } from "../words.js";

const WEEK = 7;

/**
 * A sentence each: what is newly known, what is due by tomorrow where a scope says of what, and the week.
 *
 * `rows` are answers in order of time; times are in milliseconds since 1970.
 *
 * @param {Row[]} rows
 * @param {{ since: number, now: number, resets: Resets, scope: Scope | null }} session
 */
export function endLines(rows, { since, now, resets, scope }) {
  const own = scope?.items ?? [];
  const all = { ...resets, ...Object.fromEntries(own.map(({ item, reset }) => [item, reset])) };
  const asked = rows.filter(({ mode }) => mode !== "exercise");
  const memories = fold(asked, all);
  const n = countItems(memories, [...memories.keys()], now, since).newlyKnown;
  const known = n ? tn("{n} item newly known.", "{n} items newly known.", n) : "";
  const ids = own.map(({ item }) => item);
  const due = scope ? dueLine(countItems(memories, ids, now), scope.of) : "";
  return [known, due, weekLine(rows, now)].filter(Boolean);
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
