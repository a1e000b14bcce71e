// @ts-check
/**
 * k-anonymity on a page: how coarse the columns are, the k, and which rows may be published.
 *
 * @import { Counted, Group, Row, Settings } from "./anonymity.js"
 * @import { Control } from "../../../../app/static/simulator/pictures.d.ts"
 * @typedef {{ table: Row[], spans: number[], first: Settings }} Begin
 * @typedef {Omit<Settings, "years"> & { years: string }} Values what the controls hold
 */

import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { inRow, t, tn } from "../../../../app/static/words.js";
import { counted, release } from "./anonymity.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css", "anonymity.css"];

const [HEAD, ROW, GAP] = [24, 20, 8];
const COLUMNS = [10, 68, 144, 178]; // where postcode, years, sex and illness begin

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin the `table`, rows of postcode, year, sex and illness; the `spans` of years; the `first` settings
 */
export async function mount(el, { table, spans, first }) {
  const groupsOf = (/** @type {Values} */ values) =>
    release(table, { ...values, years: Number(values.years) });
  new LivePicture(el, {
    root: "cl-anonymity",
    label: t("A table of patients, made k-anonymous"),
    values: { ...first, years: String(first.years) },
    controls: controls(spans),
    draw: (values, wide) => [drawTable(wide, table, groupsOf(values))],
    counts: (values) => counts(counted(groupsOf(values)), table.length),
    says: (values) => says(values, groupsOf(values), table),
  });
}

/**
 * @param {number[]} spans
 * @returns {Control[]}
 */
function controls(spans) {
  return [
    {
      key: "digits",
      label: t("Digits of the postcode"),
      max: 3,
      shown: (digits) => (digits ? String(digits) : t("left out")),
    },
    {
      key: "years",
      label: t("Year of birth"),
      choices: [
        ...spans.map((years) => [
          String(years),
          years === 1 ? t("exact") : t("spans of {n} years", { n: years }),
        ]),
        ["0", t("left out")],
      ],
    },
    { key: "sex", label: t("Sex is published"), tick: true },
    { key: "k", label: t("Rows that a group must have (k)"), min: 1, max: 6 },
    { key: "illnesses", label: t("Illnesses that a group must have (l)"), min: 1, max: 3 },
  ];
}

/**
 * @param {Counted} counted
 * @param {number} all
 */
function counts({ kept, groups, smallest, alike }, all) {
  return [
    [t("{n} of {all}", { n: kept, all }), t("rows are published")],
    [String(groups), t("groups that research can tell apart")],
    [kept ? String(smallest) : "–", t("rows in the smallest group, its k")],
    [String(alike.length), t("groups in which all have one illness")],
  ];
}

/**
 * @param {Values} values
 * @param {Group[]} groups
 * @param {Row[]} table
 */
function says({ k, illnesses }, groups, table) {
  const { alone, kept, suppressed, alike } = counted(groups);
  const unique = alone
    ? tn(
        "{n} row is unique, so anyone who knows those columns of a person can find it.",
        "{n} rows are unique, so anyone who knows those columns of a person can find them.",
        alone,
      )
    : t("No row is unique.");
  const must = illnesses > 1 ? t("k = {k} and l = {l}", { k, l: illnesses }) : t("k = {k}", { k });
  const gone = suppressed
    ? tn("For {must}, {n} row is suppressed.", "For {must}, {n} rows are suppressed.", suppressed, {
        must,
      })
    : t("For {must} nothing has to be suppressed.", { must });
  return inRow(unique, gone, trap(kept, alike, table));
}

/**
 * What the published groups still give away.
 *
 * @param {number} kept
 * @param {Group[]} alike
 * @param {Row[]} table
 */
function trap(kept, alike, table) {
  if (!kept) return t("Nothing is left to publish.");
  if (!alike.length) return "";
  const [group] = alike;
  return t(
    "In the group {key} everybody has {illness}, so this is known of each of them, although nobody can tell them apart.",
    { key: group.key.filter(Boolean).join(", "), illness: table[group.rows[0]][3] },
  );
}

/**
 * @param {number} wide
 * @param {Row[]} table
 * @param {Group[]} groups
 */
function drawTable(wide, table, groups) {
  const heads = [t("postcode"), t("born"), t("sex"), t("illness")];
  let y = HEAD;
  const bands = groups.map((group) => {
    const band = drawGroup(wide, y, group, table);
    y += group.rows.length * ROW + GAP;
    return band;
  });
  return canvas(
    wide,
    y,
    t("The rows of the table by group"),
    ...heads.map((head, n) => written(COLUMNS[n], 14, head, { class: "cl-faint" })),
    ...bands,
  );
}

/**
 * @param {number} wide
 * @param {number} y
 * @param {Group} group
 * @param {Row[]} table
 */
function drawGroup(wide, y, group, table) {
  const high = group.rows.length * ROW;
  const alike = group.published && group.rows.length > 1 && group.illnesses === 1;
  const mark = !group.published
    ? t("suppressed")
    : group.rows.length === 1
      ? t("unique")
      : alike
        ? t("one illness")
        : "";
  const place = { x: 1, y, width: Math.max(0, wide - 2), height: high, rx: 4 };
  const gone = group.published ? "cl-says" : "cl-says cl-gone";
  const [postcode, born, sex] = group.key;
  const shown = [postcode.padEnd(3, "•"), born.replace("-", "–") || "•", sex || "•"];
  return shape(
    "g",
    { class: group.rows.length === 1 ? "cl-who5" : "cl-who0" },
    shape("rect", { ...place, class: group.published ? "cl-in" : "cl-away" }),
    alike ? shape("rect", { ...place, class: "cl-alike" }) : null,
    ...group.rows.flatMap((number, n) =>
      [...shown, table[number][3]].map((words, column) =>
        written(COLUMNS[column], y + n * ROW + 14, words, { class: gone }),
      ),
    ),
    mark
      ? written(wide - 10, y + 14, mark, { "text-anchor": "end", class: "cl-strong cl-says" })
      : null,
  );
}
