// @ts-check
/**
 * The clock of a sitting, at the head of its cards.
 *
 * @import { ExamView } from "./exams.d.ts"
 */

import { node } from "../dom.js";
import { t } from "../words.js";
import { digits } from "./clock.js";

const LAST = 5 * 60_000; // milliseconds, from which on the clock stands out

/**
 * The timer; `view.showTime` sets it again without a repaint.
 *
 * @param {ExamView} view
 */
export function drawTimer(view) {
  const { left } = view.desk;
  if (left === null) {
    view.showTime = null;
    return t("no time limit");
  }
  const text = node("span", { class: "cl-clock" });
  const show = (/** @type {number} */ now) => {
    text.textContent = digits(now);
    text.classList.toggle("cl-is-last", now <= LAST);
  };
  view.showTime = show;
  show(left);
  return node("span", { role: "timer", "aria-label": t("Time left") }, text, " ", t("left"));
}
