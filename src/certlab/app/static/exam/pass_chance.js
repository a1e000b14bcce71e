// @ts-check
/**
 * The chance to pass a fresh exam, by pass mark: a curve, and the same as a table.
 *
 * @import { Report } from "./exams.d.ts"
 */

import { node } from "../dom.js";
import { t, tn } from "../words.js";
import { unaskedPercent } from "./paper.js";
import { drawCurve } from "./plots.js";

/** @param {Report} report */
export function drawChance(report) {
  const { curve, paper } = report;
  const heading = node(
    "h2",
    { class: "cl-heading" },
    t("Chance to pass a fresh exam, by pass mark"),
  );
  if (!curve.length) {
    return node(
      "section",
      { class: "cl-chance" },
      heading,
      node("p", { class: "cl-small cl-muted" }, noChance(report)),
    );
  }
  return node(
    "section",
    { class: "cl-chance" },
    heading,
    drawCurve(curve),
    node(
      "p",
      { class: "cl-small cl-muted" },
      t(
        "This is for {n} new questions, if your level is within the interval that this exam showed.",
        { n: paper.official },
      ),
    ),
    drawCutTable(curve),
  );
}

/**
 * Why there is no chance to tell.
 *
 * @param {Report} report
 */
function noChance({ paper, unasked }) {
  if (!unasked.length)
    return t(
      "This is not drawn, because {percent} % of the exam could not be asked and so nothing can be said about the whole exam.",
      { percent: Math.round(unaskedPercent(paper)) },
    );
  return tn(
    "This is not drawn, because {n} domain of the exam was not asked and so nothing can be said about the whole exam.",
    "This is not drawn, because {n} domains of the exam were not asked and so nothing can be said about the whole exam.",
    unasked.length,
  );
}

/** @param {Report["curve"]} curve */
function drawCutTable(curve) {
  const steps = curve.filter(([cut]) => cut % 5 === 0);
  return node(
    "details",
    { class: "cl-small" },
    node("summary", {}, t("As a table")),
    node(
      "table",
      { class: "cl-figures" },
      node(
        "thead",
        {},
        node(
          "tr",
          {},
          [t("Cut"), t("Chance")].map((word) => node("th", { scope: "col" }, word)),
        ),
      ),
      node(
        "tbody",
        {},
        steps.map(([cut, chance]) =>
          node(
            "tr",
            {},
            node("th", { scope: "row" }, `${cut} %`),
            node("td", {}, `${Math.round(100 * chance)} %`),
          ),
        ),
      ),
    ),
  );
}
