// @ts-check
/**
 * Days in words. Dates come as "2026-11-24"; the browser's time zone is asked only where a name
 * ends in `Here`, and no clock.
 */

import { spoken, t, tn } from "./words.js";

/**
 * The day a moment falls on here.
 *
 * @param {number} milliseconds since 1970
 */
export function dayHere(milliseconds) {
  const day = new Date(milliseconds);
  const parts = [day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0"));
  return [day.getFullYear(), ...parts].join("-");
}

/**
 * Minutes that this browser's clock is ahead of UTC, as certlab.day.planner takes it: a server,
 * or a kernel, may stand in another time zone than its learner.
 */
export const offsetHere = () => -new Date().getTimezoneOffset();

/**
 * "in 3 days, Tuesday 24 November"; "today" also where the day has passed.
 *
 * @param {string} due
 * @param {string} today
 */
export function dueWords(due, today) {
  const days = Math.round((midnight(due).getTime() - midnight(today).getTime()) / 86_400_000);
  if (days <= 0) return t("today");
  const day = longDay(due, due.slice(0, 4) !== today.slice(0, 4));
  return days === 1
    ? t("tomorrow, {day}", { day })
    : tn("in {n} day, {day}", "in {n} days, {day}", days, { day });
}

/**
 * "Friday 27 November", and the year where it is asked for.
 *
 * @param {string} date
 * @param {boolean} withYear
 */
export function longDay(date, withYear = false) {
  const values = { ...dayParts(date, "long"), weekday: named(date, { weekday: "long" }) };
  return withYear
    ? t("{weekday} {day} {month} {year}", values)
    : t("{weekday} {day} {month}", values);
}

/**
 * "3 Nov 2026".
 *
 * @param {string} date
 */
export function shortDay(date) {
  return t("{day} {month} {year}", dayParts(date, "short"));
}

/**
 * "3 Nov".
 *
 * @param {string} date
 */
export function dayOfYear(date) {
  return t("{day} {month}", dayParts(date, "short"));
}

/**
 * @param {string} date
 * @param {"long" | "short"} month
 */
function dayParts(date, month) {
  const day = midnight(date);
  return { day: day.getUTCDate(), month: named(date, { month }), year: day.getUTCFullYear() };
}

/**
 * A part of a date by its name in the language of the words.
 *
 * @param {string} date
 * @param {Intl.DateTimeFormatOptions} part
 */
function named(date, part) {
  return new Intl.DateTimeFormat(spoken(), { ...part, timeZone: "UTC" }).format(midnight(date));
}

/**
 * The date so many days later.
 *
 * @param {string} date
 * @param {number} days
 */
export function daysAfter(date, days) {
  return new Date(midnight(date).getTime() + days * 86_400_000).toISOString().slice(0, 10);
}

/** @param {string} date */
function midnight(date) {
  return new Date(`${date}T00:00:00Z`);
}
