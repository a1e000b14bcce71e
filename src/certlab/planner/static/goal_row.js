// @ts-check
/**
 * What a learner works towards: an exam, its day, minutes a day; a row of the history.
 *
 * The twin of certlab.planner.goal: each reads the other's rows, and the last one counts.
 *
 * @import { NewRow, Row } from "../../app/static/store/rows.d.ts"
 * @typedef {{ exam: string, day: string, minutes: number }} Goal
 */

import { daysAfter } from "../../app/static/dates.js";
import { timeOf } from "../../app/static/memory/memory.js";
import { stamp, stampOf } from "../../app/static/store/answers.js";
import { t } from "../../app/static/words.js";

const STEP = "goal"; // outcome of the row
const LONGEST = 720; // minutes a day
const FURTHEST = 3650; // days

/**
 * { exam, day, minutes } of the goal set last, by rows in order of time; null without one.
 *
 * @param {Row[]} rows
 * @returns {Goal | null}
 */
export function goalOf(rows) {
  /** @type {Goal | null} */
  let goal = null;
  for (const row of rows)
    if (row.outcome === STEP) goal = row.response === null ? null : (read(row) ?? goal);
  return goal;
}

/**
 * What a row says; null of one that could not have been set.
 *
 * @param {Row} row
 * @returns {Goal | null}
 */
function read({ response, at }) {
  const { exam, day, minutes } = Object(response);
  if (typeof exam !== "string" || !isDay(day) || !Number.isInteger(minutes)) return null;
  const ahead = Math.ceil((Date.parse(day) - timeOf(at)) / 86_400_000);
  if (ahead > FURTHEST + 1 || minutes < 1 || minutes > LONGEST) return null; // a day for the zones
  return { exam, day, minutes };
}

/** @param {string} day */
function isDay(day) {
  return (
    /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) && daysAfter(day, 0) === day
  );
}

/**
 * Days from today to the exam, below zero once it has passed; days as "2026-12-20".
 *
 * @param {string} day
 * @param {string} today
 */
export function daysLeft(day, today) {
  return Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
}

/**
 * The row that sets what was entered, { exam, day, minutes }, or with null takes the goal away.
 *
 * `rows` is the history. Throws an Error with a sentence for what cannot be.
 *
 * @param {Goal | null} entered
 * @param {Row[]} rows
 * @param {string} today
 * @param {string} surface
 * @returns {NewRow}
 */
export function goalRow(entered, rows, today, surface) {
  if (entered) check(entered, today);
  const times = rows.filter(({ outcome }) => outcome === STEP).map(({ at }) => timeOf(at));
  const at = stamp();
  // Just after the last goal, where a clock that was ahead has set it.
  const last = Math.max(...times, 0);
  const late = timeOf(at) <= last ? stampOf(Math.round(last * 1000) + 1) : at;
  return { outcome: STEP, response: entered, mode: "plan", surface, at: late };
}

/**
 * @param {Goal} entered
 * @param {string} today
 */
function check({ exam, day, minutes }, today) {
  if (!exam) throw new Error(t("Choose your exam."));
  if (!isDay(day)) throw new Error(t("Choose your exam date."));
  if (!Number.isInteger(minutes)) throw new Error(t("Give whole minutes a day."));
  const left = daysLeft(day, today);
  if (left < 0) throw new Error(t("{day} has passed; give the day of your exam.", { day }));
  if (left > FURTHEST)
    throw new Error(t("{day} is more than ten years off; give a nearer day.", { day }));
  if (minutes < 1 || minutes > LONGEST)
    throw new Error(t("{minutes} minutes a day: give 1 to {most}.", { minutes, most: LONGEST }));
}
