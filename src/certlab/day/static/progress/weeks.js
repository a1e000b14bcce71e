// @ts-check
/**
 * Twelve weeks of dots: a column a week, a dot a day, filled where something was answered.
 *
 * @import { WeekOfDays } from "../days.d.ts"
 */

import { dayOfYear } from "../../../app/static/dates.js";
import { node } from "../../../app/static/dom.js";
import { t, tn } from "../../../app/static/words.js";

const SIGNS = new Map([
  [true, "cl-is-answered"],
  [false, ""],
  [null, "cl-is-to-come"],
]);

/** @param {WeekOfDays[]} weeks */
export function drawWeeks(weeks) {
  const n = weeks.flatMap(({ days }) => days).filter(Boolean).length;
  return node(
    "section",
    { "aria-label": t("Days with answers") },
    node("h2", { class: "cl-heading" }, t("Twelve weeks")),
    node(
      "p",
      { class: "cl-small cl-muted" },
      tn("Answers on {n} day of twelve weeks", "Answers on {n} days of twelve weeks", n),
    ),
    node(
      "div",
      { class: "cl-weeks", "aria-hidden": "true" },
      weeks.flatMap(({ days }) =>
        days.map((day) => node("span", { class: SIGNS.get(day) ?? null })),
      ),
    ),
    node(
      "p",
      { class: "cl-weeks-ends cl-tiny cl-muted", "aria-hidden": "true" },
      node("span", {}, dayOfYear(weeks[0].monday)),
      node("span", {}, t("this week")),
    ),
    node(
      "ul",
      { class: "cl-hidden" },
      weeks.map(({ monday, days }) =>
        node(
          "li",
          {},
          tn("Week of {day}: {n} day", "Week of {day}: {n} days", days.filter(Boolean).length, {
            day: dayOfYear(monday),
          }),
        ),
      ),
    ),
  );
}
