// @ts-check
/**
 * One GPU's slices: what stands on them, the ghost, what is stranded, where a refusal was.
 *
 * @import { Instance, Table } from "./boards.d.ts"
 * @import { View } from "./view.js"
 */

import { icon, node } from "../../../../app/static/dom.js";
import { dots, instanceShape, kind } from "../../../../app/static/drawing/shapes.js";
import { t } from "../../../../app/static/words.js";
import { drawAside } from "./aside.js";
import { beside, computeSpan, stranded } from "./rules.js";
import { span } from "./words.js";

/**
 * @param {number} part
 * @param {number} whole
 */
const percent = (part, whole) => `${(100 * part) / whole}%`;
/**
 * @param {Table} table
 * @param {number} start
 * @param {number} size
 */
const over = (table, start, size) =>
  `left:${percent(start, table.memory)};width:${percent(size, table.memory)}`;

/**
 * The map of GPU `gpu`; `view` knows the ghost, the picked instance and the refusal.
 *
 * @param {View} view
 * @param {number} gpu
 */
export function drawMap(view, gpu) {
  const { table, layout } = view.gpu(gpu);
  return node(
    "div",
    { class: "cl-brow" },
    node(
      "div",
      { class: "cl-rowlabels", "aria-hidden": "true" },
      node("span", {}, t("compute slice")),
      node("span", {}, t("memory slice"), node("br"), t("{gb} GB each", { gb: table.slice })),
    ),
    node(
      "div",
      { class: "cl-map" },
      numbers(table.compute, table),
      node(
        "div",
        { class: "cl-grid", "data-map": gpu },
        cells(view, gpu),
        node(
          "div",
          { class: "cl-placed", role: "group", "aria-label": t("Instances on GPU {gpu}", { gpu }) },
          layout.length ? layout.map((one) => drawInstance(view, gpu, one)) : null,
        ),
        drawGhost(view, gpu),
      ),
      numbers(table.memory, table),
      drawRefused(view, gpu),
    ),
    drawAside(view, gpu),
  );
}

/**
 * @param {number} count
 * @param {Table} table
 */
function numbers(count, table) {
  const wide = count === table.compute ? beside(table) : 1;
  const rest = table.memory - count * wide;
  return node(
    "div",
    { class: "cl-numbers", "aria-hidden": "true" },
    [...Array(count).keys()].map((n) => node("span", { style: `flex:${wide}` }, `${n}`)),
    rest ? node("span", { style: `flex:${rest}` }, "–") : null,
  );
}

/**
 * The empty slices, dotted where nothing can stand any more.
 *
 * @param {View} view
 * @param {number} gpu
 */
function cells(view, gpu) {
  const { table, layout } = view.gpu(gpu);
  const lost = view.hand.isOn(gpu) ? stranded(table, layout) : { compute: [], memory: [] };
  const wide = beside(table);
  /**
   * @param {string} row
   * @param {number} start
   * @param {number} size
   * @param {boolean} dead
   */
  const cell = (row, start, size, dead) =>
    node(
      "div",
      {
        class: `cl-cell cl-row-${row}`,
        style: over(table, start, size),
      },
      dead ? dots(`${view.id}-${gpu}-${row}-${start}`) : null,
    );
  return node(
    "div",
    { class: "cl-cells", "aria-hidden": "true" },
    [...Array(table.compute).keys()].map((n) =>
      cell("compute", n * wide, wide, lost.compute.includes(n)),
    ),
    [...Array(table.memory).keys()].map((n) => cell("memory", n, 1, lost.memory.includes(n))),
  );
}

/**
 * Name, SMs and memory of an instance or a ghost, on its shape.
 *
 * @param {Table} table
 * @param {number} index
 * @param {number} start
 */
function mark(table, index, start) {
  const profile = table.profiles[index];
  const [first, end] = computeSpan(table, index, start);
  const columns = (end - first) * beside(table);
  const [name, extra] = profile.name.split(/(?=[+-])/);
  return [
    instanceShape(columns, profile.size),
    node(
      "span",
      { class: "cl-above", style: `width:${percent(columns, profile.size)}` },
      node("b", {}, name, extra ? [node("wbr"), extra] : null),
      profile.sms === null
        ? null
        : node("span", { class: "cl-more" }, t("{n} SMs", { n: profile.sms })),
    ),
    node(
      "span",
      { class: "cl-below cl-more" },
      profile.gib === null ? "" : `${profile.gib.toFixed(2)} GiB`,
    ),
  ];
}

/**
 * @param {View} view
 * @param {number} gpu
 * @param {Instance} instance
 */
function drawInstance(view, gpu, [id, index, start, computes]) {
  const { table } = view.gpu(gpu);
  const profile = table.profiles[index];
  const moving = view.isMoving(gpu, id);
  const words = [
    t("{profile} on memory {span}", { profile: profile.name, span: span(start, profile.size) }),
    t("GPU instance {id}", { id }),
    computes ? null : t("no compute instance"),
    moving ? t("being moved") : null,
  ]
    .filter(Boolean)
    .join(t(", "));
  return node(
    "button",
    {
      type: "button",
      class: `cl-instance ${kind(profile)}${moving ? " cl-leaving" : ""}`,
      style: over(table, start, profile.size),
      tabindex: view.isStop(gpu, id) ? "0" : "-1",
      "data-key": `i-${gpu}-${id}`,
      "data-gpu": gpu,
      "data-instance": id,
      "aria-label": words,
      "aria-pressed": view.chosenOn(gpu) === id ? "true" : "false",
    },
    mark(table, index, start),
  );
}

/**
 * @param {View} view
 * @param {number} gpu
 */
function drawGhost(view, gpu) {
  const ghost = view.hand.ghost(gpu);
  if (!ghost) return null;
  const { table } = view.gpu(gpu);
  const profile = table.profiles[ghost.profile];
  const blocked = ghost.blocked ? " cl-blocked" : "";
  return node(
    "div",
    {
      class: `cl-ghost ${kind(profile)}${blocked}${ghost.hover ? "" : " cl-aimed"}`,
      style: over(table, ghost.start, profile.size),
      "data-key": "ghost",
      "aria-hidden": "true",
    },
    mark(table, ghost.profile, ghost.start),
  );
}

/**
 * A bracket under the slices that were refused.
 *
 * @param {View} view
 * @param {number} gpu
 */
function drawRefused(view, gpu) {
  const refusal = view.refusal(gpu);
  if (!refusal || refusal.start === null || refusal.profile === null) return null;
  const { table } = view.gpu(gpu);
  const profile = table.profiles[refusal.profile];
  const late = refusal.start + profile.size / 2 > table.memory / 2;
  return node(
    "div",
    { class: `cl-bracket${late ? " cl-late" : ""}`, "aria-hidden": "true" },
    node("div", { class: "cl-span", style: over(table, refusal.start, profile.size) }),
    node(
      "span",
      {
        style: late
          ? `right:${percent(table.memory - refusal.start - profile.size, table.memory)}`
          : `left:${percent(refusal.start, table.memory)}`,
      },
      icon("wrong"),
      t("{profile} refused", { profile: profile.name }),
    ),
  );
}
