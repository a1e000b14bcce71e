// @ts-check
/**
 * Code of a lab folded to one quiet line each; what came out of it stays.
 *
 * @import { Cell, CellFacts, Panel } from "../../jupyterlab.d.ts"
 */

import { element, resultOf } from "./lab_cells.js";
import { codeKind, foldedWords } from "./lab_code.js";

const OPEN = "certlab-open";
const UNTRIED = "data-certlab-untried";
/** @type {Record<string, string>} */
export const NAMES = { stub: "Your answer", own: "Your code" };
const KINDS = "certlabKind"; // in a cell's data-: what its code is

export class Folds {
  #panel;
  #seconds;
  /** @type {Map<Cell, HTMLElement>} */
  #lines = new Map(); // by the cell that bears it
  /** @type {WeakSet<Cell>} */
  #open = new WeakSet();
  /** @type {Set<Cell>} */
  #hidden = new Set(); // hidden by the notebook itself, and shown while they are open here

  /**
   * `seconds(cell)` says how long its last run took.
   *
   * @param {Panel} panel
   * @param {(cell: Cell) => number | undefined} seconds
   */
  constructor(panel, seconds) {
    this.#panel = panel;
    this.#seconds = seconds;
  }

  /**
   * Fold each cell as it is now.
   *
   * @param {CellFacts[]} facts
   */
  draw(facts) {
    const { widgets } = this.#panel.content;
    const bearers = new Set();
    /** @type {Cell[]} */
    let before = []; // one that asks: the line of what measures opens it too
    for (const [place, cell] of widgets.entries()) {
      const kind = facts[place] ? codeKind(facts, place) : "text";
      if (cell.node.dataset[KINDS] !== kind) cell.node.dataset[KINDS] = kind;
      if (kind === "text") continue;
      cell.node.toggleAttribute(UNTRIED, kind === "check" && !this.#isTried(cell));
      cell.node.querySelector(".cm-content")?.setAttribute("aria-label", NAMES[kind] ?? "Code");
      if (kind !== "measures") this.#bear(before, facts, bearers);
      if (kind === "ask") before = [cell];
      else if (kind === "own" || kind === "stub") before = [];
      else {
        this.#bear([...before, cell], facts, bearers);
        before = [];
      }
    }
    this.#bear(before, facts, bearers);
    for (const [cell, line] of this.#lines) {
      if (bearers.has(cell)) continue;
      line.remove();
      this.#lines.delete(cell);
    }
  }

  /** @param {Cell} check */
  #isTried(check) {
    return this.#seconds(check) !== undefined || Boolean(resultOf(check));
  }

  /**
   * One line for a few cells, with the last of them.
   *
   * @param {Cell[]} cells
   * @param {CellFacts[]} facts
   * @param {Set<unknown>} bearers
   */
  #bear(cells, facts, bearers) {
    const cell = cells.at(-1);
    if (!cell) return;
    const place = this.#panel.content.widgets.indexOf(cell);
    const kind = codeKind(facts, place);
    const line = this.#lines.get(cell) ?? this.#make(cell);
    line.onclick = () => this.#toggle(cells);
    const words = foldedWords(kind, facts[place].source, this.#seconds(cell));
    if (line.textContent !== words) line.textContent = words;
    bearers.add(cell);
  }

  /** @param {Cell} cell */
  #make(cell) {
    const line = element("button", {
      type: "button",
      class: "certlab-fold",
      "aria-expanded": String(this.#open.has(cell)),
    });
    if (cell.node.dataset[KINDS] === "check") cell.node.append(line);
    else cell.node.prepend(line);
    this.#lines.set(cell, line);
    return line;
  }

  /** @param {Cell[]} cells */
  #toggle(cells) {
    const opens = !this.#open.has(/** @type {Cell} */ (cells.at(-1)));
    for (const cell of cells) this.set(cell, opens);
  }

  /**
   * Open the code of a cell, or fold it.
   *
   * @param {Cell} cell
   * @param {boolean} opens
   */
  set(cell, opens) {
    if (opens) this.#open.add(cell);
    else this.#open.delete(cell);
    if (opens && cell.inputHidden) this.#hidden.add(cell);
    if (this.#hidden.has(cell)) cell.inputHidden = !opens;
    cell.node.classList.toggle(OPEN, opens);
    this.#lines.get(cell)?.setAttribute("aria-expanded", String(opens));
  }

  /** As the notebook itself has it. */
  clear() {
    for (const cell of this.#panel.content.widgets) {
      delete cell.node.dataset[KINDS];
      cell.node.removeAttribute(UNTRIED);
      cell.node.classList.remove(OPEN);
      this.#open.delete(cell);
    }
    for (const cell of this.#hidden) cell.inputHidden = true;
    for (const line of this.#lines.values()) line.remove();
    this.#hidden.clear();
    this.#lines.clear();
  }
}
