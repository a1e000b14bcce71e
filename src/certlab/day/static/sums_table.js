// @ts-check
/**
 * What the answers come to, drawn: a line, what is due, and folded a row for each module.
 *
 * @import { ModuleSums, Sums } from "./days.d.ts"
 */

import { dueWords } from "../../app/static/dates.js";
import { drawRows, node } from "../../app/static/dom.js";
import { t, tn } from "../../app/static/words.js";

/**
 * @param {Sums} sums
 * @param {string} refused
 * @param {boolean} here
 */
export function drawSums({ today, answers, right, due, tomorrow, next, modules }, refused, here) {
  const says = answers
    ? t("{answers}, {right} right", { answers: answerCount(answers), right })
    : t("Nothing is recorded.");
  return [
    node("p", { class: "cl-score", tabindex: "-1", "data-key": "sum" }, says),
    answers
      ? drawRows([
          [t("Due today"), due ? itemCount(due) : t("Nothing")],
          [t("Due by tomorrow"), tomorrow > due ? itemCount(tomorrow) : null],
          [
            t("Next due"),
            next && tomorrow === due
              ? t("{items} {when}", {
                  items: itemCount(next.items),
                  when: dueWords(next.day, today),
                })
              : null,
          ],
        ])
      : !refused &&
        node(
          "p",
          { class: "cl-small cl-muted" },
          here
            ? t("Your answers on this site are kept in this browser. Nothing is sent anywhere.")
            : t("Your answers are kept in the file history.jsonl of your folder."),
        ),
    modules.length ? drawModules(modules) : null,
  ].filter(Boolean);
}

/**
 * Last and folded: who looks for one module finds it here.
 *
 * @param {ModuleSums[]} modules
 */
function drawModules(modules) {
  return node(
    "details",
    { class: "cl-small" },
    node("summary", { "data-key": "modules" }, t("Module by module")),
    drawTable(modules),
  );
}

/** @param {ModuleSums[]} modules */
function drawTable(modules) {
  return node(
    "table",
    { class: "cl-table cl-small" },
    node(
      "caption",
      { class: "cl-muted" },
      t(
        "An item is known when it was right the last time, repeats on the same day aside, and it is not due today.",
      ),
    ),
    node(
      "thead",
      {},
      node(
        "tr",
        {},
        [t("Module"), t("Known"), t("Due today")].map((word) => node("th", { scope: "col" }, word)),
      ),
    ),
    node(
      "tbody",
      {},
      modules.map(({ title, items, known, due }) =>
        node(
          "tr",
          {},
          node("th", { scope: "row" }, title),
          node("td", {}, t("{n} of {count}", { n: known, count: items })),
          node("td", {}, String(due)),
        ),
      ),
    ),
  );
}

/** @param {number} count */
export function answerCount(count) {
  return tn("{n} answer", "{n} answers", count);
}

/** @param {number} count */
function itemCount(count) {
  return tn("{n} item", "{n} items", count);
}
