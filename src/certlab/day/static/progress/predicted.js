// @ts-check
/**
 * How well answers were predicted: of what was expected to be known to about the same, how much was.
 *
 * @import { Predicted } from "../days.d.ts"
 */

import { node } from "../../../app/static/dom.js";
import { t } from "../../../app/static/words.js";

/** @param {Predicted} predicted */
export function drawPredicted({ deciles, says }) {
  const title = t("What came back in the last four weeks");
  const heads = [t("Expected to know"), t("You knew"), t("Answers")];
  return node(
    "section",
    { "aria-label": title },
    node("h2", { class: "cl-heading" }, title),
    node(
      "table",
      { class: "cl-figures cl-small" },
      node(
        "thead",
        {},
        node(
          "tr",
          {},
          heads.map((head) => node("th", { scope: "col" }, head)),
        ),
      ),
      node(
        "tbody",
        {},
        deciles.map(({ low, right, count }) =>
          node(
            "tr",
            {},
            node("th", { scope: "row" }, t("{low} to {high} %", { low, high: low + 10 })),
            node("td", {}, `${Math.round((100 * right) / count)} %`),
            node("td", {}, t("{n} of {count}", { n: right, count })),
          ),
        ),
      ),
    ),
    node("p", { class: "cl-small" }, says),
  );
}
