// @ts-check
/**
 * What was predicted beside what was measured: a row each, with icon and word.
 *
 * @import { ComparisonRow } from "./predictions.d.ts"
 */

import { icon, node } from "../dom.js";
import { inline } from "../text.js";
import { spoken, t } from "../words.js";

/**
 * Draw rows of { row, text, said, measured, right, verdict, why } into `el`.
 *
 * @param {ComparisonRow[]} rows
 * @param {HTMLElement} el
 */
export function drawComparison(rows, el) {
  el.classList.add("certlab");
  el.lang = spoken();
  const frame = node("div", { class: "cl-frame cl-prediction" });
  el.replaceChildren(frame);
  if (!rows.length) {
    frame.append(node("p", { class: "cl-note" }, t("no prediction yet")));
    return;
  }
  const right = rows.filter((row) => row.right).length;
  const all = right === rows.length;
  const head =
    rows.length === 1
      ? sentence(rows[0].verdict)
      : t("{n} of {count} as predicted", { n: right, count: rows.length });
  frame.append(
    node(
      "section",
      { class: "cl-item", "aria-label": t("Prediction and measurement") },
      node(
        "div",
        { class: "cl-body" },
        node(
          "p",
          { class: `cl-verdict cl-is-${all ? "right" : "wrong"}`, role: "status" },
          icon(all ? "right" : "wrong"),
          head,
        ),
        drawTable(rows),
        rows
          .filter(({ why }) => why)
          .map(({ row, why }) =>
            node(
              "p",
              { class: "cl-why" },
              row ? node("strong", {}, `${row}: `) : null,
              inline(why),
            ),
          ),
      ),
    ),
  );
}

/** @param {ComparisonRow[]} rows */
function drawTable(rows) {
  const named = rows.length > 1 || rows[0].row !== "";
  const titles = [named ? "" : null, t("You said"), t("Measured"), rows.length > 1 ? "" : null];
  return node(
    "table",
    { class: "cl-compared" },
    node(
      "thead",
      {},
      node(
        "tr",
        {},
        titles
          .filter((title) => title !== null)
          .map((title) => (title ? node("th", { scope: "col" }, title) : node("td"))),
      ),
    ),
    node(
      "tbody",
      {},
      rows.map((row) => drawRow(row, named, rows.length > 1)),
    ),
  );
}

/**
 * @param {ComparisonRow} row
 * @param {boolean} named whether rows have names
 * @param {boolean} tagged whether each has its verdict
 */
function drawRow({ row, said, measured, right, verdict }, named, tagged) {
  const mark = right ? "right" : "wrong";
  return node(
    "tr",
    { class: `cl-is-${mark}` },
    named ? node("th", { scope: "row" }, row) : null,
    node("td", {}, inline(said)),
    node("td", {}, inline(measured)),
    tagged ? node("td", {}, node("span", { class: "cl-tag" }, icon(mark), verdict)) : null,
  );
}

/** @param {string} words */
function sentence(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
