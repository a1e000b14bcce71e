// @ts-check
/**
 * What the items tell: how often right, which wrong option most, whether they tell learners apart.
 *
 * @import { BankPart, ItemRecord, ListedQuestion } from "../classes.d.ts"
 */

import { icon, node } from "../../../app/static/dom.js";
import { plain } from "../../../app/static/text.js";
import { t } from "../../../app/static/words.js";
import { attempt } from "./attempt.js";
import { bankItems } from "./bank_items.js";

/**
 * Draw the table into `el` when it is asked for, because it costs the class a look at all rows.
 *
 * @param {BankPart} part
 */
export function mountItems({ model, el, json }) {
  const status = node("p", { class: "cl-note", role: "status" });
  const place = node("div", {});
  const look = async () => {
    const rows = await attempt(status, () => model.connection.get("items"));
    if (!rows) return;
    const known = await bankItems(json).catch(() => []);
    const byId = Object.fromEntries(known.map((one) => [one.item, one]));
    if (rows.length) place.replaceChildren(drawFew(rows), drawTable(rows, byId));
    else
      place.replaceChildren(
        node("p", { class: "cl-muted" }, t("Nobody has answered anything yet.")),
      );
    button.textContent = t("Look again");
  };
  const button = node(
    "button",
    { type: "button", "data-key": "items", onclick: look },
    t("Show the items"),
  );
  el.replaceChildren(
    node("h2", { class: "cl-heading" }, t("Items")),
    node(
      "p",
      { class: "cl-note" },
      t(
        "This counts each learner's first answer to an item. Items with a warning come first, then the hardest ones.",
      ),
    ),
    button,
    status,
    place,
  );
}

/**
 * What a small class would else be warned of in each row; `enough` is false in such rows.
 *
 * @param {ItemRecord[]} rows
 */
function drawFew(rows) {
  const isFew = rows.some(({ enough }) => !enough);
  return node(
    "p",
    { class: "cl-note", hidden: !isFew },
    t(
      "Discrimination needs the first answers of 30 learners who have answered other questions too. Until then its column has a dash, and the share right may still change much.",
    ),
  );
}

/**
 * What is wrong with the item itself, "" for nothing.
 *
 * @param {ItemRecord} row
 */
const warningOf = ({ enough, warning }) => (enough ? warning : "");

/**
 * @param {ItemRecord[]} rows
 * @param {Record<string, ListedQuestion>} byId
 */
function drawTable(rows, byId) {
  /** @type {(one: ItemRecord) => [warned: number, share: number]} */
  const worst = (one) => [warningOf(one) ? 0 : 1, one.n ? one.right / one.n : 1];
  const sorted = [...rows].sort((one, other) => {
    const [a, b] = [worst(one), worst(other)];
    return a[0] - b[0] || a[1] - b[1];
  });
  const heads = [t("Item"), t("Answers"), t("Right"), t("Most chosen wrong"), t("Discrimination")];
  return node(
    "div",
    { class: "cl-scroll", tabindex: "0", role: "region", "aria-label": t("Items") },
    node(
      "table",
      { class: "cl-figures" },
      node(
        "thead",
        {},
        node(
          "tr",
          {},
          heads.map((word) => node("th", { scope: "col" }, word)),
        ),
      ),
      node(
        "tbody",
        {},
        sorted.map((row) => drawItem(row, byId[row.item])),
      ),
    ),
  );
}

/**
 * @param {ItemRecord} row
 * @param {ListedQuestion | undefined} known
 */
function drawItem(row, known) {
  const { item, n, right, top_wrong: top, discrimination } = row;
  const warning = warningOf(row);
  return node(
    "tr",
    {},
    node(
      "th",
      { scope: "row" },
      known ? plain(known.ask) : item,
      node("span", { class: "cl-muted cl-small" }, ` ${item}`),
      warning ? node("span", { class: "cl-warns" }, icon("note"), warning) : null,
    ),
    node("td", {}, String(n)),
    node("td", {}, n ? `${Math.round((100 * right) / n)} %` : "–"),
    node("td", { class: "cl-wide" }, top ? `${top.text} (${top.n})` : "–"),
    node("td", {}, discrimination?.toFixed(2) ?? "–"),
  );
}
