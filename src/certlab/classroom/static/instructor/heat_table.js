// @ts-check
/**
 * The heat map as a table: a row a learner, a cell what they got right of a column, in words.
 *
 * Its rows are boxes that the browser leaves out until they come into view, because laying out
 * 30,000 cells takes seconds. So each part also says its role, which a box would else lose.
 *
 * @import { Column, Counts, HeatParts, Learner, OwnCells } from "../classes.d.ts"
 */

import { icon, node } from "../../../app/static/dom.js";
import { t } from "../../../app/static/words.js";
import { cellText, shadeOf, sumOf } from "./heat_rows.js";

const PAGE = 10; // rows that Page Up and Page Down go

/**
 * The table of these learners, in their order.
 *
 * `sort(key)` is called with a column to sort by, `tell(words)` with what the cell in question says.
 */
export class HeatTable {
  /** @type {HTMLTableRowElement[]} */
  #rows = []; // the head is the first
  /** @type {Map<string, HTMLTableRowElement>} */
  #byLearner = new Map();
  /** @type {HeatParts} */
  #given;
  /** @type {HTMLElement | null} */
  #stop = null; // where Tab comes in

  /** @param {HeatParts} given */
  constructor(given) {
    this.#given = given;
    this.el = node("table", {
      class: "cl-heat-table",
      role: "table",
      style: `--cl-columns: ${given.columns.length}`,
    });
    this.el.addEventListener("keydown", (event) => this.#press(event));
    for (const kind of ["focusin", "pointerover"])
      this.el.addEventListener(kind, ({ target }) =>
        this.#tell(/** @type {HTMLElement} */ (target)),
      );
    this.#draw();
  }

  /**
   * The rows in another order; nothing in them is drawn anew.
   *
   * @param {Learner[]} learners
   * @param {string} key
   */
  order(learners, key) {
    const body = this.el.tBodies[0];
    body.append(...learners.flatMap(({ id }) => this.#byLearner.get(id) ?? []));
    this.#rows = [this.#rows[0], ...body.rows];
    this.#mark(key);
  }

  /**
   * Bring a learner's own cell, and those of `keys`, up to date.
   *
   * @param {Learner} learner
   * @param {OwnCells} cells
   * @param {string[]} keys
   */
  update(learner, cells, keys) {
    const row = this.#byLearner.get(learner.id);
    if (!row) return;
    row.cells[0].replaceChildren(...this.#named(learner, cells));
    for (const key of keys) {
      const place = this.#given.columns.findIndex((one) => one.key === key);
      if (place >= 0) fill(row.cells[place + 1], cells.get(key));
    }
  }

  #draw() {
    const { learners, cells, columns, order } = this.#given;
    const head = node(
      "tr",
      { role: "row" },
      node("th", { scope: "col", role: "columnheader", class: "cl-corner" }, t("Learner")),
      columns.map((one) => this.#drawHead(one)),
    );
    const body = node("tbody", { role: "rowgroup" });
    for (const learner of learners) {
      const own = cells.get(learner.id);
      const row = node("tr", { role: "row" });
      row.append(node("th", { scope: "row", role: "rowheader" }, this.#named(learner, own)));
      for (const { key } of columns) {
        const cell = document.createElement("td");
        cell.setAttribute("role", "cell");
        fill(cell, own?.get(key));
        row.append(cell);
      }
      body.append(row);
      this.#byLearner.set(learner.id, row);
    }
    this.el.append(
      node(
        "caption",
        { class: "cl-hidden" },
        t("Share of right answers and number of answers, with one row for each learner"),
      ),
      node("thead", { role: "rowgroup" }, head),
      body,
    );
    this.#rows = [head, ...body.rows];
    this.#stopAt(this.#rows[1]?.cells[0] ?? head.cells[0]);
    this.#mark(order);
  }

  /** @param {Column} column */
  #drawHead({ key, title, label }) {
    return node(
      "th",
      { scope: "col", role: "columnheader", "data-column": key },
      node(
        "button",
        {
          type: "button",
          tabindex: "-1",
          title: `${label} ${title}`.trim(),
          onclick: () => this.#given.sort(key),
        },
        node("span", {}, label ? node("strong", {}, label) : null, ` ${title}`),
      ),
    );
  }

  /**
   * @param {Learner} learner
   * @param {OwnCells | undefined} cells
   */
  #named({ nickname, stuck }, cells) {
    const [n, right] = sumOf(cells, this.#given.columns);
    return [
      node("span", { class: "cl-nickname" }, nickname),
      stuck === null || stuck === undefined
        ? null
        : node("span", { class: "cl-stuck" }, icon("flag"), t("stuck")),
      node(
        "span",
        { class: "cl-sum" },
        n ? t("{share} % of {n}", { share: Math.round((100 * right) / n), n }) : t("no answers"),
      ),
    ].filter((part) => part !== null);
  }

  /** @param {string} order */
  #mark(order) {
    for (const head of this.#rows[0].cells) {
      if (head.dataset.column === order) head.setAttribute("aria-sort", "ascending");
      else head.removeAttribute("aria-sort");
    }
  }

  /** @param {HTMLTableCellElement} cell */
  #stopAt(cell) {
    const holder = focusOf(cell);
    if (this.#stop) this.#stop.tabIndex = -1;
    this.#stop = holder;
    holder.tabIndex = 0;
    return holder;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.altKey || event.metaKey || event.shiftKey) return;
    const cell = cellOf(/** @type {HTMLElement} */ (event.target), "th, td");
    if (!cell) return;
    const row = this.#rows.indexOf(rowOf(cell));
    const to = stepped(event.key, event.ctrlKey, row, cell.cellIndex, this.#rows);
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    this.#stopAt(to).focus();
  }

  /** @param {HTMLElement} target */
  #tell(target) {
    const cell = cellOf(target, "td, tbody th, thead th[data-column]");
    if (!cell) return;
    const { columns, tell } = this.#given;
    const { title, label = "" } = columns[cell.cellIndex - 1] ?? { title: "" };
    const name = rowOf(cell).cells[0].querySelector(".cl-nickname")?.textContent ?? "";
    const says = cell.tagName === "TD" ? cell.textContent.replace("\n", " ") : "";
    tell([name, `${label} ${title}`.trim(), says].filter(Boolean).join(" · "));
  }
}

/**
 * @param {HTMLTableCellElement} cell
 * @param {Counts | undefined} value
 */
function fill(cell, value) {
  cell.textContent = cellText(value);
  cell.className = `cl-h${shadeOf(value)}`;
}

/**
 * The cell around an element, where it is one that the selector means.
 *
 * @param {HTMLElement} element
 * @param {string} selector
 */
const cellOf = (element, selector) =>
  /** @type {HTMLTableCellElement | null} */ (element.closest(selector));

const rowOf = (/** @type {HTMLTableCellElement} */ cell) =>
  /** @type {HTMLTableRowElement} */ (cell.parentElement);

/**
 * What takes the focus for a cell: its button, where it has one.
 *
 * @param {HTMLTableCellElement} cell
 */
const focusOf = (cell) => cell.querySelector("button") ?? cell;

/**
 * The cell that a key leads to; null for a key that leads nowhere.
 *
 * @param {string} key
 * @param {boolean} far
 * @param {number} row
 * @param {number} column
 * @param {HTMLTableRowElement[]} rows
 */
function stepped(key, far, row, column, rows) {
  const last = rows.length - 1;
  const wide = rows[0].cells.length - 1;
  /** @type {Record<string, [number, number]>} */
  const ways = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    PageUp: [Math.max(1, row - PAGE), column],
    PageDown: [row + PAGE, column],
    Home: [far ? 1 : row, 0],
    End: [far ? last : row, wide],
  };
  const way = ways[key];
  if (!way) return null;
  /**
   * @param {number} place
   * @param {number} most
   */
  const within = (place, most) => Math.max(0, Math.min(most, place));
  return rows[within(way[0], last)].cells[within(way[1], wide)];
}
