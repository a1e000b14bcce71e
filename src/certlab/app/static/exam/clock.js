// @ts-check
/** The time that is left, in digits and in words. */

import { t, tn } from "../words.js";

const ANNOUNCED = [1, 5, 10]; // minutes left at which it is said aloud

/**
 * "1:02:09", "32:09".
 *
 * @param {number} milliseconds
 */
export function digits(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [first, ...rest] = parts[0] ? parts : parts.slice(1);
  return [first, ...rest.map((part) => String(part).padStart(2, "0"))].join(":");
}

/**
 * "5 minutes left" when that has just been reached, else null.
 *
 * @param {number} before milliseconds left, Infinity for the first time
 * @param {number} now
 */
export function announcement(before, now) {
  const reached =
    before !== Infinity &&
    ANNOUNCED.find((minutes) => before > minutes * 60_000 && now <= minutes * 60_000);
  return reached ? minutesLeft(reached) : null;
}

/** @param {number} minutes */
function minutesLeft(minutes) {
  return tn("{n} minute left", "{n} minutes left", minutes);
}

/**
 * What stands for a limit: "33 minutes", or that there is none.
 *
 * @param {number | null} minutes
 */
export function limitWords(minutes) {
  return minutes === null ? t("no time limit") : tn("{n} minute", "{n} minutes", minutes);
}
