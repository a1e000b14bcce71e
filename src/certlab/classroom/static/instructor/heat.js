// @ts-check
/**
 * The live heat map: where the class stands, by objective or by exercise of a lab.
 *
 * @import { Heat, HeatView, Part } from "../classes.d.ts"
 */

import { node } from "../../../app/static/dom.js";
import { t } from "../../../app/static/words.js";
import { later, READ_AGAIN, read, sort, take } from "./heat_reading.js";
import { inOrder } from "./heat_rows.js";

/**
 * Draw it into `el`; gives { learners(), reload() }.
 *
 * @param {Part} part
 * @returns {Heat}
 */
export function mountHeat({ model, el }) {
  const id = `cl-${Math.random().toString(36).slice(2, 10)}`;
  const place = node("div", {
    class: "cl-scroll cl-heat-scroll",
    role: "region",
    "aria-label": t("Heat map"),
  });
  const status = node("p", { class: "cl-note", role: "status" });
  const detail = node("p", { class: "cl-small cl-detail" });
  /** @type {HeatView} */
  const view = {
    model,
    place,
    status,
    detail,
    by: "objective",
    order: "help",
    columns: [],
    learners: new Map(),
    cells: new Map(),
    others: new Set(), // keys of what is not among the columns
    table: null,
    timers: {},
  };
  el.replaceChildren(
    node("h2", { class: "cl-heading" }, t("How the class is doing")),
    drawControls(view, id),
    detail,
    place,
    drawKey(),
    status,
  );
  let wasLive = false;
  /** @type {number | null} */
  let joined = null;
  model.follow((event, map) => {
    if (map) take(view, map);
    const back = model.live && !wasLive && event !== "map";
    const count = model.state?.joined ?? joined;
    if ((back && view.table) || (joined !== null && count !== joined))
      later(view, "read", READ_AGAIN, read);
    [wasLive, joined] = [model.live, count];
  });
  read(view);
  return {
    learners: () => inOrder([...view.learners.values()], view.cells, view.columns, "name"),
    reload: () => read(view),
  };
}

/**
 * @param {HeatView} view
 * @param {string} id
 */
function drawControls(view, id) {
  /**
   * @template {string} Value
   * @param {string} name
   * @param {string} label
   * @param {[value: Value, words: string][]} options
   * @param {(value: Value) => void} change
   */
  const choice = (name, label, options, change) => {
    /** @type {HTMLSelectElement} */
    const select = node(
      "select",
      {
        id: `${id}-${name}`,
        "data-key": name,
        onchange: () => change(/** @type {Value} */ (select.value)),
      },
      options.map(([value, words]) => node("option", { value }, words)),
    );
    return node("div", { class: "cl-choose" }, node("label", { for: select.id }, label), select);
  };
  return node(
    "div",
    { class: "cl-actions" },
    choice(
      "by",
      t("Columns"),
      [
        ["objective", t("objectives")],
        ["exercise", t("exercises of labs")],
      ],
      (value) => {
        Object.assign(view, { by: value, order: view.order.includes(".") ? "help" : view.order });
        read(view);
      },
    ),
    choice(
      "order",
      t("Order"),
      [
        ["help", t("needs help first")],
        ["name", t("name")],
        ["seen", t("longest not seen")],
      ],
      (value) => {
        sort(view, value);
      },
    ),
    node(
      "p",
      { class: "cl-note" },
      t("Arrow keys move from cell to cell. Press the heading of a column to sort by it."),
    ),
  );
}

function drawKey() {
  const words = [
    ["0", t("– no answers")],
    ["1", t("under 40 %")],
    ["2", "40–59"],
    ["3", "60–74"],
    ["4", t("75 and over")],
  ];
  return node(
    "ul",
    { class: "cl-legend cl-small cl-muted" },
    words.map(([shade, word]) =>
      node("li", {}, node("span", { class: `cl-h${shade} cl-key`, "aria-hidden": "true" }), word),
    ),
  );
}
