/** What one would recall on the day of the exam, a cell an objective. */

import { shortDay } from "./dates.js";
import { node } from "./dom.js";
import { t } from "./words.js";

const WEAKEST = 3;
const STEPS_OF_RECALL = [[0.75, 4], [0.6, 3], [0.4, 2], [0, 1]]; // from where on, and the shade

/** `domains` is [{ domain, name, weight, cells: [{ id, number, title, recall, module }] }]. */
export function drawObjectives(domains, goal, pages) {
  const day = shortDay(goal.day);
  const cells = domains.flatMap((domain) => domain.cells).filter(({ recall }) => recall !== null);
  const weakest = cells.sort((one, other) => one.recall - other.recall).slice(0, WEAKEST);
  return node("section", { class: "cl-heat" },
    node("h2", { class: "cl-heading" }, t("What you would recall on {day}, by objective", { day })),
    node("ul", {}, domains.map((domain) => drawDomainRow(domain, pages))),
    drawKey(),
    weakest.length ? node("p", { class: "cl-small" }, t("Weakest:"), " ", weakest.flatMap((cell, n) => [
      n ? " · " : "", linked(cell, pages, `${cell.number} ${cell.title}`), `, ${Math.round(100 * cell.recall)} %`,
    ])) : null);
}

function drawDomainRow({ domain, name, weight, cells }, pages) {
  return node("li", {},
    node("p", { class: "cl-small" }, `${domain} ${name}`, node("span", { class: "cl-muted" }, ` · ${weight} %`)),
    node("ol", {}, cells.map((cell) => node("li", { class: `cl-heat-cell cl-heat-${shadeOf(cell.recall)}`, title: cell.title },
      linked(cell, pages, [
        node("span", { class: "cl-hidden" }, `${cell.number} ${cell.title}: `),
        cell.recall === null ? node("span", { "aria-label": t("not enough data") }, "–") : String(Math.round(100 * cell.recall)),
      ])))));
}

function linked({ module }, pages, inside) {
  return module ? node("a", { href: pages.replace("{module}", module) }, inside) : node("span", {}, inside);
}

function shadeOf(recall) {
  return recall === null ? 0 : STEPS_OF_RECALL.find(([from]) => recall >= from)[1];
}

function drawKey() {
  const words = [t("not enough data"), t("under 40 %"), "40–59", "60–74", t("75 and over")];
  return node("ul", { class: "cl-legend cl-small cl-muted" }, words.map((word, shade) =>
    node("li", {}, node("span", { class: `cl-heat-cell cl-heat-${shade} cl-key`, "aria-hidden": "true" }), word)));
}
