// @ts-check
/**
 * Beside a list that no Python planned: how it was made, and how far the exam's path is.
 *
 * @import { PathState } from "./days.d.ts"
 */

import { node } from "../../app/static/dom.js";
import { t, tn } from "../../app/static/words.js";

/**
 * `path` is { done, skipped, count, unwritten, full }; `full` leads to the plan with forecasts, "" without one.
 *
 * @param {PathState} path
 */
export function drawPath({ done, skipped, count, unwritten, full }) {
  return [
    node("h2", { class: "cl-heading" }, t("Your way to the exam")),
    count
      ? node(
          "p",
          { class: "cl-tally" },
          node("progress", {
            value: String(done + skipped),
            max: String(count),
            "aria-hidden": "true",
          }),
          t("{n} of {count} steps of the path done", { n: done + skipped, count }),
        )
      : null,
    skipped
      ? node(
          "p",
          { class: "cl-small cl-muted" },
          tn(
            "{n} page skipped: you were asked enough about it.",
            "{n} pages skipped: you were asked enough about them.",
            skipped,
          ),
        )
      : null,
    unwritten
      ? node(
          "p",
          { class: "cl-small cl-muted" },
          tn("{n} more step is not written yet.", "{n} more steps are not written yet.", unwritten),
        )
      : null,
    node(
      "p",
      { class: "cl-small" },
      t(
        "This browser makes the list by a simple rule: what is due, then the next pages of the path with a few questions on each, then a lab that opens here, within your minutes. It does not forecast your score.",
      ),
    ),
    full
      ? node(
          "p",
          { class: "cl-small" },
          node("a", { href: full }, t("See the full plan, with what to expect")),
          " ",
          t("It runs Python in this browser, which takes some seconds to load."),
        )
      : null,
  ];
}
