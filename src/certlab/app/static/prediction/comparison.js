// @ts-check
/**
 * What was predicted beside what was measured, in one table: in the prediction's own card, and below
 * the code that measured it where no card shows it.
 *
 * @import { Child } from "../elements.d.ts"
 * @import { Compared, ComparisonRow } from "./predictions.d.ts"
 */

import { icon, node } from "../dom.js";
import { inline } from "../text.js";
import { spoken, t } from "../words.js";

/**
 * Draw a comparison into `el`; `older` says that something else is predicted by now.
 *
 * @param {Partial<Compared>} compared
 * @param {HTMLElement} el
 * @param {boolean} [older]
 */
export function drawComparison({ rows = [], why = "" }, el, older = false) {
  el.classList.add("certlab");
  el.lang = spoken();
  const frame = node("div", { class: "cl-frame cl-prediction" });
  el.replaceChildren(frame);
  if (!rows.length) {
    frame.append(node("p", { class: "cl-note" }, t("no prediction yet")));
    return;
  }
  const of = older
    ? node("p", { class: "cl-note" }, t("This is about what you predicted before."))
    : null;
  const card = drawResult({ rows, why }, null, of);
  card.querySelector(".cl-verdict")?.setAttribute("role", "status");
  frame.append(card);
}

/**
 * The verdict and the rows as a card: of a long table the end is out of sight. `head` stands above
 * them and `foot` below.
 *
 * @param {Pick<Compared, "rows" | "why">} compared
 * @param {Child} head
 * @param {Child} foot
 */
export function drawResult({ rows, why }, head, foot) {
  return node(
    "section",
    { class: "cl-item cl-result", tabindex: "-1", "aria-label": t("Prediction and measurement") },
    head,
    drawVerdict(rows),
    drawTable(rows),
    why ? node("p", { class: "cl-why" }, inline(why)) : null,
    foot ? node("div", { class: "cl-foot" }, foot) : null,
  );
}

/** @param {ComparisonRow[]} rows */
function drawVerdict(rows) {
  const mark = rows.every(({ right }) => right) ? "right" : "wrong";
  const look = { class: `cl-verdict cl-is-${mark}`, tabindex: "-1" };
  return node("p", look, icon(mark), verdictOf(rows));
}

/**
 * How many came out as predicted, in a sentence.
 *
 * @param {ComparisonRow[]} rows
 */
export function verdictOf(rows) {
  const right = rows.filter((row) => row.right).length;
  if (rows.length > 1) return t("{n} of {count} as you said.", { n: right, count: rows.length });
  return right ? t("As you said.") : t("Not as you said.");
}

/** @param {ComparisonRow[]} rows */
function drawTable(rows) {
  const named = rows.length > 1 || rows[0].row !== "";
  const titles = [...(named ? [""] : []), t("You said"), t("It is"), ""];
  return node(
    "table",
    { class: named ? "cl-compared" : "cl-compared cl-alone" },
    node(
      "thead",
      {},
      node(
        "tr",
        {},
        titles.map((title) => (title ? node("th", { scope: "col" }, title) : node("td"))),
      ),
    ),
    node(
      "tbody",
      {},
      rows.map((row) => drawRow(row, named)),
    ),
  );
}

/**
 * Icon and word say how it came out; a number also says how far off it was.
 *
 * @param {ComparisonRow} row
 * @param {boolean} named whether rows have names
 */
function drawRow({ row, text, said, measured, right, verdict, why }, named) {
  const mark = right ? "right" : "wrong";
  const seen = !right && (row === "" || !why || /\d/.test(verdict));
  return node(
    "tr",
    { class: `cl-is-${mark}` },
    named
      ? node("th", { scope: "row" }, node("strong", {}, row), text ? [" ", inline(text)] : null)
      : null,
    node("td", { "data-title": t("You said") }, inline(said)),
    node("td", { "data-title": t("It is") }, node("strong", {}, inline(measured))),
    node(
      "td",
      { class: "cl-how" },
      icon(mark),
      node(
        "span",
        {},
        node("span", { class: seen ? "cl-far" : "cl-hidden" }, sentence(verdict)),
        why ? [" ", inline(why)] : null,
      ),
    ),
  );
}

/** @param {string} words */
function sentence(words) {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
