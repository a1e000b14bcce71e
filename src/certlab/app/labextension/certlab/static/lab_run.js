// @ts-check
/**
 * Runs what a lab's step needs, and knows what has run in the Python that is there.
 *
 * @import { Actions, Cell, Panel } from "../../jupyterlab.d.ts"
 */

import { errorOf, resultOf, role } from "./lab_cells.js";
import { digest } from "./lab_code.js";

const RAN = "certlab-ran"; // by kernel, digests of what has run: a reload of the page ends no kernel
const SHORT = 500; // milliseconds: what ends sooner needs no button that stops it
const GONE = ["restarting", "autorestarting", "dead", "terminating"];

const AGAIN = { does: "again", words: "Run the cells above again" };
const CHOOSE = { does: "choose", words: "Choose a Python" };

const STARTED_ANEW = {
  says: "Python stopped and starts anew. What you wrote is kept.",
  button: AGAIN,
};
const NOT_STARTED = { says: "Python does not start here.", button: CHOOSE };
const NO_PYTHON = { says: "This lab has no Python to run in.", button: CHOOSE };

/**
 * What stands in the way, in one sentence, and what helps; `cell` failed, or was `stopped`.
 *
 * @typedef {object} Trouble
 * @property {string} says
 * @property {{ does: string; words: string } | null} button
 * @property {Cell} [cell]
 * @property {Cell} [stopped]
 */

export class Runs {
  #panel;
  #actions;
  #changed;
  /** @type {Record<string, string>} */
  #ran = {};
  #kernel = "";
  #stopped = false;
  #giveUp = () => {}; // what runs will not end
  /** @type {object | null} */
  #turn = null; // of the cell that runs
  /** @type {WeakMap<Cell, number>} */
  #began = new WeakMap();
  /** @type {WeakMap<Cell, number>} */
  #took = new WeakMap();
  #last = 0; // when the cell before ended
  /** @type {Set<Cell>} */
  #others = new Set(); // that run, and that nobody went through here: a check, a comparison
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
    sessionContext.connectionStatusChanged.connect(() => changed());
    sessionContext.kernelChanged.connect(() => this.#look(""));
    panel.disposed.connect(() => {
      actions.executionScheduled.disconnect(this.#begin);
      actions.executed.disconnect(this.#end);
    });
    this.#look("");
  }

  /** @type {(sender: unknown, told: { notebook: unknown; cell: Cell }) => void} */
  #begin = (_, { notebook, cell }) => {
    if (notebook !== this.#panel.content) return;
    this.#began.set(cell, performance.now());
    if (this.running || cell.model.type !== "code") return;
    this.#others.add(cell);
    if (this.trouble?.stopped) this.trouble = null;
    setTimeout(this.#changed, SHORT);
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
    if (this.#others.delete(cell) && !success && isStopped(cell)) this.trouble = sayStopped(cell);
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
      const had = Object.keys(this.#ran).length > 0 || this.#others.size > 0;
      this.#ran = {};
      this.#others.clear();
      this.#keep();
      if (this.running || had) this.trouble = status === "dead" ? NOT_STARTED : STARTED_ANEW;
      this.#giveUp();
    } else if (id && id !== this.#kernel) {
      this.#kernel = id;
      this.#others.clear();
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

  /** Whether a cell runs, whoever began it. */
  get busy() {
    return this.running !== null || this.#others.size > 0;
  }

  /** What runs, as far as it lasts: its place among how many. */
  get lasting() {
    const [cell] = this.#others;
    if (this.running || !cell) return this.running;
    const since = performance.now() - (this.#began.get(cell) ?? 0);
    return since < SHORT ? null : { place: 1, of: this.#others.size, cell };
  }

  /**
   * Run cells one after the other; whether all of them ended well.
   *
   * @param {Cell[]} cells
   */
  async run(cells) {
    if (this.busy) return false;
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
    const turn = {};
    this.#turn = turn;
    /** @type {Promise<boolean>} */
    const givenUp = new Promise((done) => {
      this.#giveUp = () => {
        this.#turn = null;
        done(false);
      };
    });
    const ended = await Promise.race([this.#execute(cell, turn), givenUp]);
    if (this.#panel.isDisposed || this.trouble) return;
    if (this.#stopped) this.trouble = sayStopped(cell);
    else if (!ended && !mayFail(cell)) this.trouble = sayFailed(cell);
  }

  /**
   * Whether a cell ended well; it does not run once its turn is over.
   *
   * @param {Cell} cell
   * @param {object} turn
   */
  async #execute(cell, turn) {
    const { content, context } = this.#panel;
    const { sessionContext } = context;
    await sessionContext.ready;
    if (this.#turn !== turn) return false;
    if (!sessionContext.session?.kernel) {
      this.trouble = NO_PYTHON;
      return false;
    }
    content.mode = "command"; // else the notebook takes the focus at each run
    return this.#actions.runCells(content, [cell], sessionContext).catch(() => false);
  }

  /** Whether Python is there to run what waits for it. */
  get started() {
    const { session } = this.#panel.context.sessionContext;
    return session?.kernel?.connectionStatus === "connected";
  }

  /** Say that the run was stopped; whoever calls it interrupts Python, if it has started. */
  stop() {
    this.#stopped = true;
    if (this.started) return;
    this.trouble = NOT_STARTED;
    this.#giveUp();
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

/** The frame adds where.
 *
 * @param {Cell} cell
 * @returns {Trouble}
 */
const sayStopped = (cell) => ({ says: "Stopped", button: null, stopped: cell });

/** @param {Cell} cell */
const isStopped = (cell) => /KeyboardInterrupt/.test(errorOf(cell)?.ename ?? "");

/**
 * @param {Cell} cell
 * @returns {Trouble}
 */
function sayFailed(cell) {
  if (!errorOf(cell)) return STARTED_ANEW;
  if (isStopped(cell)) return sayStopped(cell);
  return { says: "A cell stopped with an error, which stands below it.", button: AGAIN, cell };
}
