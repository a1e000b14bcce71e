// @ts-check
/**
 * The score by domain, each with its interval.
 *
 * @import { DomainScore, Report } from "./exams.d.ts"
 */

import { node } from "../dom.js";
import { t, tn } from "../words.js";
import { spanWords } from "./mocks.js";
import { drawScale, drawWhisker } from "./plots.js";

/** @param {Report} report */
export function drawDomains({ domains, percent, unasked }) {
  return node(
    "section",
    { class: "cl-by-domain", "aria-label": t("By domain") },
    node("h2", { class: "cl-heading" }, t("By domain")),
    node(
      "table",
      { class: "cl-figures cl-domains" },
      node(
        "thead",
        {},
        node(
          "tr",
          {},
          [t("Domain"), t("Weight"), t("Right")].map((word) => node("th", { scope: "col" }, word)),
          node(
            "th",
            { scope: "col", class: "cl-plotted" },
            node("span", { class: "cl-hidden" }, t("Plot")),
          ),
          node("th", { scope: "col" }, t("Score, %")),
        ),
      ),
      node(
        "tbody",
        {},
        domains.map((one) => drawDomain(one, percent / 100)),
      ),
      node(
        "tfoot",
        { "aria-hidden": "true" },
        node(
          "tr",
          {},
          node("td"),
          node("td"),
          node("td"),
          node("td", { class: "cl-plotted" }, drawScale()),
          node("td"),
        ),
      ),
    ),
    node(
      "p",
      { class: "cl-small cl-muted" },
      t(
        "Dot: score. Line: 80 % interval, wide where few questions were asked. Thin line: your overall score.",
      ),
      unasked.length
        ? [
            " ",
            tn("Not asked: domain {list}.", "Not asked: domains {list}.", unasked.length, {
              list: unasked.join(", "),
            }),
          ]
        : null,
    ),
  );
}

/**
 * @param {DomainScore} score
 * @param {number} mark the share of the whole
 */
function drawDomain({ domain, name, weight, right, total, low, high }, mark) {
  return node(
    "tr",
    {},
    node("th", { scope: "row" }, `${domain} ${name}`),
    node("td", {}, `${weight} %`),
    node("td", {}, t("{right} of {total}", { right, total })),
    node("td", { class: "cl-plotted" }, drawWhisker({ share: right / total, low, high, mark })),
    node(
      "td",
      {},
      node("strong", {}, String(Math.round((100 * right) / total))),
      ` ${spanWords(low, high)}`,
    ),
  );
}
