// @ts-check
/**
 * What one would recall on the day of the exam, a cell an objective.
 *
 * @import { Child } from "../../app/static/elements.d.ts"
 * @import { HeatCell, HeatDomain, ShownGoal } from "./days.d.ts"
 */

import { shortDay } from "../../app/static/dates.js";
import { node } from "../../app/static/dom.js";
import { t } from "../../app/static/words.js";
import { workLink } from "./links.js";

const STEPS_OF_RECALL = [
  [0.75, 4],
  [0.6, 3],
  [0.4, 2],
  [0, 1],
]; // from where on, and the shade

/**
 * `domains` is [{ domain, name, weight, cells: [{ id, number, title, recall, items, page }] }].
 *
 * @param {HeatDomain[]} domains
 * @param {ShownGoal} goal
 * @param {string} pages
 */
export function drawObjectives(domains, goal, pages) {
  const day = shortDay(goal.day);
  const most = Math.max(...domains.map(({ cells }) => cells.length));
  return node(
    "section",
    { class: "cl-heat", style: `--cl-most: ${most}` },
    node("h2", { class: "cl-heading" }, t("What you would recall on {day}, by objective", { day })),
    drawColumns(most),
    node(
      "ul",
      {},
      domains.map((domain) => drawDomainRow(domain, pages)),
    ),
    drawKey(),
  );
}

/**
 * The objectives that one would recall least, with links; null where nothing is known.
 *
 * @param {HeatDomain[]} domains
 * @param {string} pages
 * @param {number} most how many of them
 */
export function drawWeakest(domains, pages, most) {
  const known = domains.flatMap((domain) => domain.cells).filter(isKnownCell);
  const weakest = [...known].sort((one, other) => one.recall - other.recall).slice(0, most);
  if (!weakest.length) return null;
  return node(
    "p",
    { class: "cl-small cl-weakest" },
    t("Weakest:"),
    " ",
    weakest.flatMap((cell, n) => [
      n ? ", " : "",
      linked(cell, pages, `${cell.number} ${cell.title}`, "weak"),
      ` ${Math.round(100 * cell.recall)} %`,
    ]),
  );
}

/**
 * What stands above the columns where they stand below each other.
 *
 * @param {number} most
 */
function drawColumns(most) {
  return node(
    "div",
    { class: "cl-heat-row cl-heat-head cl-muted", "aria-hidden": "true" },
    node("span", {}, t("Domain")),
    node("span", { class: "cl-heat-weight" }, t("Weight")),
    node(
      "span",
      { class: "cl-heat-cells" },
      Array.from({ length: most }, (_, n) => node("span", {}, `.${n + 1}`)),
    ),
  );
}

/**
 * @param {HeatDomain} row
 * @param {string} pages
 */
function drawDomainRow({ domain, name, weight, cells }, pages) {
  return node(
    "li",
    { class: "cl-heat-row" },
    node("span", { class: "cl-small" }, `${domain} ${name}`),
    node("span", { class: "cl-small cl-muted cl-heat-weight" }, `${weight} %`),
    node(
      "ol",
      { class: "cl-heat-cells" },
      cells.map((cell) => drawCell(cell, pages)),
    ),
  );
}

/**
 * JupyterLite brings Python's None as undefined, a server as null.
 *
 * @param {HeatCell} cell
 * @returns {cell is HeatCell & { recall: number }}
 */
function isKnownCell(cell) {
  return typeof cell.recall === "number";
}

/**
 * @param {HeatCell} cell
 * @param {string} pages
 */
function drawCell(cell, pages) {
  const { number, title, items } = cell;
  const [sign, words] = items ? ["–", t("not enough data")] : ["·", t("no questions yet")];
  const known = isKnownCell(cell) ? cell.recall : null;
  const says = known === null ? words : `${Math.round(100 * known)} %`;
  const shade = known === null ? (items ? "0" : "none") : shadeOf(known);
  return node(
    "li",
    { class: `cl-heat-cell cl-heat-${shade}`, title: `${number} ${title}: ${says}` },
    linked(cell, pages, [
      node("span", { class: "cl-hidden" }, `${number} ${title}: ${says}`),
      node(
        "span",
        { "aria-hidden": "true" },
        known === null ? sign : String(Math.round(100 * known)),
      ),
    ]),
  );
}

/**
 * @param {HeatCell} cell
 * @param {string} pages
 * @param {Child} inside
 * @param {string} key
 */
function linked({ id, page }, pages, inside, key = "cell") {
  if (!page) return node("span", {}, inside);
  return workLink(pages.replace("{page}", page), { "data-key": `${key}-${id}` }, inside);
}

/** @param {number} recall */
function shadeOf(recall) {
  const [, shade] = STEPS_OF_RECALL.find(([from]) => recall >= from) ?? [0, 1];
  return shade;
}

function drawKey() {
  const words = [
    ["none", `· ${t("no questions yet")}`],
    ["0", `– ${t("not enough data")}`],
    ["1", t("under 40 %")],
    ["2", "40–59"],
    ["3", "60–74"],
    ["4", t("75 and over")],
  ];
  return node(
    "ul",
    { class: "cl-legend cl-small cl-muted" },
    words.map(([shade, word]) =>
      node(
        "li",
        {},
        node("span", { class: `cl-heat-cell cl-heat-${shade} cl-key`, "aria-hidden": "true" }),
        word,
      ),
    ),
  );
}
