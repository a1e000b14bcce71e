// @ts-check
/**
 * The head of the day: its date and its minutes, the week so far, and the exam that it is for.
 *
 * @import { ShownGoal, ShownTask, StartView } from "./days.d.ts"
 */

import { longDay, shortDay } from "../../app/static/dates.js";
import { node } from "../../app/static/dom.js";
import { t, tn } from "../../app/static/words.js";
import { isLeft, wholeMinutes } from "./lead.js";
import { onOwnPages } from "./links.js";

/** @param {StartView} view */
export function drawDayHead(view) {
  const { model } = view;
  return [
    node(
      "div",
      { class: "cl-day-name" },
      node("p", { class: "cl-small cl-muted" }, longDay(model.get("today"))),
      // A page of ours has no other title then; a notebook has its own.
      node(
        onOwnPages() ? "h1" : "h2",
        { class: "cl-heading cl-day-title", tabindex: "-1" },
        headOf(model.get("tasks"), model.get("unplanned")),
      ),
      drawExam(view, model.get("goal")),
    ),
    drawWeek(model.get("week")),
  ];
}

/**
 * @param {ShownTask[]} tasks
 * @param {boolean} unplanned
 */
function headOf(tasks, unplanned) {
  if (unplanned) return t("Today");
  if (!tasks.length) return t("Nothing more today");
  if (!tasks.some(isLeft)) return t("Done for today.");
  const minutes = wholeMinutes(tasks.reduce((sum, { planned }) => sum + planned, 0));
  return tn("{n} minute today", "{n} minutes today", minutes);
}

/**
 * The last seven days, today at their end: a dot is filled where something was answered.
 *
 * @param {boolean[]} week
 */
function drawWeek(week) {
  if (!week.length) return null;
  const n = week.filter(Boolean).length;
  return node(
    "p",
    { class: "cl-week cl-small cl-muted" },
    node(
      "span",
      { class: "cl-days", "aria-hidden": "true" },
      week.map((answered) => node("span", { class: answered ? "cl-is-answered" : null })),
    ),
    t("{n} of the last 7 days", { n }),
  );
}

/**
 * Which exam, when, and the way to change it.
 *
 * @param {StartView} view
 * @param {ShownGoal} goal
 */
function drawExam(view, { code, name, day, left }) {
  const when =
    left > 0
      ? tn("{n} day left", "{n} days left", left)
      : left === 0
        ? t("the exam is today")
        : t("the exam has passed");
  return node(
    "p",
    { class: "cl-start-exam cl-small cl-muted" },
    `${name}, ${code} · ${shortDay(day)}, ${when} · `,
    node(
      "button",
      {
        type: "button",
        class: "cl-quiet",
        "data-key": "change",
        onclick: () => view.send("change"),
      },
      t("Change"),
    ),
    left === 0 || left === 1 ? drawLastDay() : null,
  );
}

/** The way to what to look at last, where the page names one. */
function drawLastDay() {
  const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-last-day]"));
  const href = place?.dataset.lastDay;
  return href
    ? [" · ", node("a", { href, "data-key": "last-day" }, t("What to look at last"))]
    : null;
}
