// @ts-check
/**
 * Keys that enter an answer: digits choose an option or pick a step, which the arrows then move.
 *
 * @import { Shown } from "./items.d.ts"
 */

import { focusedAround } from "../dom.js";
import { t } from "../words.js";

const STEPS = ".cl-steps > li";

/**
 * What the keys of a question do, as keyHints takes it; [] where it has none.
 *
 * @param {Shown} show
 * @returns {[key: string, does: string][]}
 */
export function answerKeys(show) {
  if ("options" in show) return [[digits(show.options.length), t("choose")]];
  if (show.kind !== "order") return [];
  return [
    [digits(show.steps.length), t("pick a step")],
    ["↑ ↓", t("move it")],
  ];
}

/**
 * "1–4": the digits of so many.
 *
 * @param {number} count
 */
function digits(count) {
  return `1–${Math.min(count, 9)}`;
}

/**
 * Enter what a key stands for; whether it stands for something.
 *
 * @param {string} key
 * @param {HTMLElement} form
 */
export function pressAnswer(key, form) {
  if (key === "arrowup" || key === "arrowdown") return moveStep(key, form);
  if (!/^\d$/.test(key)) return false;
  const place = Number(key) - 1;
  const option = form.querySelectorAll(".cl-choice input")[place];
  const step = form.querySelectorAll(STEPS)[place]?.querySelector("button");
  option?.focus();
  option?.click();
  step?.focus();
  // A number begins in its field, where the digit is typed then.
  if (!option && !step) form.querySelector("[data-key=number]")?.focus();
  return Boolean(option ?? step);
}

/**
 * Move the step that has the focus; whether one has.
 *
 * @param {"arrowup" | "arrowdown"} key
 * @param {HTMLElement} form
 */
function moveStep(key, form) {
  const step = focusedAround(form)?.closest(STEPS);
  step?.querySelector(`[data-key^="${key.slice("arrow".length)}-"]`)?.click();
  return Boolean(step);
}
