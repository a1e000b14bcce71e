// @ts-check
/**
 * Runs what a lab's step needs, and knows what has run in the Python that is there.
 *
 * @import { Actions, Cell, Panel } from "../../jupyterlab.d.ts"
 */

import { resultOf, role } from "./lab_cells.js";
import { digest } from "./lab_code.js";

const RAN = "certlab-ran"; // by kernel, digests of what has run: a reload of the page ends no kernel
const GONE = ["restarting", "autorestarting", "dead", "terminating"];

const AGAIN = { does: "again", words: "Run the cells above again" };
const CHOOSE = { does: "choose", words: "Choose a Python" };

const STARTED_ANEW = {
  says: "Python stopped and starts anew. What you wrote is kept.",
  button: AGAIN,
};
const NO_PYTHON = { says: "This lab has no Python to run in.", button: CHOOSE };

/**
 * What stands in the way, in one sentence, and what helps.
 *
 * @typedef {{ says: string; button: { does: string; words: string } | null; cell?: Cell }} Trouble
 */

export class Runs {
  #panel;
  #actions;
  #changed;
  /** @type {Record<string, string>} */
  #ran = {};
  #kernel = "";
  #stopped = false;
  /** @type {WeakMap<Cell, number>} */
  #began = new WeakMap();
  /** @type {WeakMap<Cell, number>} */
  #took = new WeakMap();
  #last = 0; // when the cell before ended
  /** @type {Trouble | null} */
  trouble = null;
  /** @type {{ place: number; of: number; cell: Cell } | null} */
  running = null;

  /**
   * @param {Panel} panel
   * @param {Actions} actions
   * @param {() => void} changed
   */
  constructor(panel, actions, changed) {
    this.#panel = panel;
    this.#actions = actions;
    this.#changed = changed;
    const { sessionContext } = panel.context;
    actions.executionScheduled.connect(this.#begin);
    actions.executed.connect(this.#end);
    sessionContext.statusChanged.connect((_, status) => this.#look(status));
    sessionContext.kernelChanged.connect(() => this.#look(""));
    panel.disposed.connect(() => {
      actions.executionScheduled.disconnect(this.#begin);
      actions.executed.disconnect(this.#end);
    });
    this.#look("");
  }

  /** @type {(sender: unknown, told: { notebook: unknown; cell: Cell }) => void} */
  #begin = (_, { notebook, cell }) => {
    if (notebook === this.#panel.content) this.#began.set(cell, performance.now());
  };

  /** @type {(sender: unknown, told: { notebook: unknown; cell: Cell; success: boolean }) => void} */
  #end = (_, { notebook, cell, success }) => {
    if (notebook !== this.#panel.content || cell.model.type !== "code") return;
    const now = performance.now();
    // Of cells that wait in a row each begins when the one before has ended.
    const began = Math.max(this.#began.get(cell) ?? now, this.#last);
    this.#last = now;
    this.#took.set(cell, (now - began) / 1000);
    if (success) this.#ran[cell.model.id] = digest(cell.model.sharedModel.getSource());
    else delete this.#ran[cell.model.id];
    this.#keep();
    this.#changed();
  };

  /**
   * Another Python, or one that was started anew, has run nothing.
   *
   * @param {string} status
   */
  #look(status) {
    const id = this.#panel.context.sessionContext.session?.kernel?.id ?? "";
    if (GONE.includes(status)) {
      const had = Object.keys(this.#ran).length > 0;
      this.#ran = {};
      this.#keep();
      if (this.running || had) this.trouble = STARTED_ANEW;
    } else if (id && id !== this.#kernel) {
      this.#kernel = id;
      this.#ran = kept()[id] ?? {};
      if (this.trouble?.button === CHOOSE) this.trouble = null;
    } else return;
    this.#changed();
  }

  #keep() {
    try {
      sessionStorage.setItem(RAN, JSON.stringify({ ...kept(), [this.#kernel]: this.#ran }));
    } catch {
      // Refused: after a reload the cells run once more.
    }
  }

  /**
   * Whether a cell has run as it stands.
   *
   * @param {{ id: string; source: string }} cell
   */
  has({ id, source }) {
    return this.#ran[id] === digest(source);
  }

  /**
   * How many seconds its last run took; undefined of a cell that did not run in this visit.
   *
   * @param {Cell} cell
   */
  seconds(cell) {
    return this.#took.get(cell);
  }

  /**
   * Run cells one after the other; whether all of them ended well.
   *
   * @param {Cell[]} cells
   */
  async run(cells) {
    if (this.running) return false;
    this.trouble = null;
    this.#stopped = false;
    try {
      for (const [at, cell] of cells.entries()) {
        this.running = { place: at + 1, of: cells.length, cell };
        this.#changed();
        await this.#runOne(cell);
        if (this.trouble) return false;
      }
      return true;
    } finally {
      this.running = null;
      this.#changed();
    }
  }

  /** @param {Cell} cell */
  async #runOne(cell) {
    const { content, context, isDisposed } = this.#panel;
    const { sessionContext } = context;
    await sessionContext.ready;
    if (!sessionContext.session?.kernel) {
      this.trouble = NO_PYTHON;
      return;
    }
    content.mode = "command"; // else the notebook takes the focus at each run
    const ended = await this.#actions.runCells(content, [cell], sessionContext).catch(() => false);
    if (isDisposed || this.trouble) return;
    if (this.#stopped) this.trouble = { says: "Stopped.", button: null };
    else if (!ended && !mayFail(cell)) this.trouble = sayFailed(cell);
  }

  /** Say that the run was stopped; whoever calls it has interrupted Python. */
  stop() {
    this.#stopped = true;
  }
}

/** @returns {Record<string, Record<string, string>>} */
function kept() {
  try {
    const found = JSON.parse(sessionStorage.getItem(RAN) ?? "{}");
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

/**
 * What the learner is still writing may stop with an error, and does not keep them from going on.
 *
 * @param {Cell} cell
 */
function mayFail(cell) {
  return role(cell) === "stub" || Boolean(resultOf(cell));
}

/**
 * @param {Cell} cell
 * @returns {Trouble}
 */
function sayFailed(cell) {
  const { outputs } = cell.model;
  for (let place = 0; place < outputs.length; place += 1) {
    const { output_type: type, ename } = outputs.get(place).toJSON();
    if (type === "error" && /KeyboardInterrupt/.test(ename))
      return { says: "Stopped.", button: null };
    if (type === "error") {
      return { says: "A cell stopped with an error, which stands below it.", button: AGAIN, cell };
    }
  }
  return STARTED_ANEW;
}
