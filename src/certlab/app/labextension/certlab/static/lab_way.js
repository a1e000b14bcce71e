// @ts-check
/**
 * One's way through a lab: which steps there are, which are done, where one stands, and how one
 * goes on.
 *
 * @import { Actions, App, Cell, CellFacts, Panel, Step } from "../../jupyterlab.d.ts"
 */

import { partOf } from "./lab_cells.js";
import { restOf, waiting } from "./lab_code.js";
import { factsOf, learnOpened } from "./lab_facts.js";
import { Known } from "./lab_known.js";
import { focusStep, scrollToCell, topStep } from "./lab_places.js";
import { Runs } from "./lab_run.js";
import { nextOf, stepsOf } from "./lab_steps.js";

export class Way {
  #panel;
  #opened;
  #known;
  #moving = false;
  #here = ""; // the key of the step where one stands
  /** @type {CellFacts[]} */
  facts = [];
  /** @type {Step[]} */
  steps = [];
  /** @type {Set<string>} */
  done = new Set();
  current = 0;

  /**
   * `changed` is called when something of it did, for whoever draws it.
   *
   * @param {App} app
   * @param {Panel} panel
   * @param {{ actions: Actions; changed: () => void }} parts
   */
  constructor(app, panel, { actions, changed }) {
    this.#panel = panel;
    this.#opened = learnOpened(panel);
    this.changed = changed;
    this.runs = new Runs(panel, actions, changed);
    this.#known = new Known(app, panel, changed);
  }

  /** Who has been here before stands at the first step that is open. */
  async begin() {
    this.look();
    await this.#known.read().catch(console.warn);
    this.look();
    const open = this.steps.findIndex(({ key }) => !this.done.has(key));
    if (this.done.size && open > 0) await this.stand(open);
  }

  /** Look at the notebook as it is now. */
  look() {
    this.facts = factsOf(this.#panel, this.#opened);
    this.steps = stepsOf(this.facts);
    this.done = this.#known.done(this.steps);
    const again = this.steps.findIndex(({ key }) => key === this.#here);
    const last = this.steps.length - 1;
    this.current = Math.max(0, again < 0 ? Math.min(this.current, last) : again);
    this.#here = this.steps[this.current]?.key ?? "";
  }

  /** What the dock offers. */
  next() {
    return nextOf(this.steps, this.done, this.current, (step) => !this.#waiting(step).length);
  }

  /** @param {Step} step */
  #waiting(step) {
    return waiting(this.facts, step, (cell) => this.runs.has(cell));
  }

  /**
   * Run what a step needs, and lead there. The texts above it count as read.
   *
   * @param {number} to
   */
  async go(to) {
    const texts = this.steps.filter(
      ({ kind }, place) => kind === "text" && (place < to || place === this.current),
    );
    if (to !== this.current) this.#known.pass(texts.map(({ key }) => key));
    const step = this.steps[to];
    if (!step) return;
    this.#set(to);
    // JupyterLab brings the active cell into view at each run.
    this.#panel.content.activeCellIndex = step.at;
    if (await this.#run(this.#waiting(step))) await this.stand(to);
  }

  /** The last text is read. */
  end() {
    const here = this.steps[this.current];
    if (here) this.#known.pass([here.key]);
    this.changed();
  }

  /**
   * Once more, all that the step needs where one stands.
   */
  async again() {
    const { sessionContext } = this.#panel.context;
    if (sessionContext.session?.kernel?.status === "dead") await sessionContext.restartKernel();
    await this.go(this.current);
  }

  /**
   * What comes after what was done here, up to the next step: nobody has to press for it.
   */
  async rest() {
    const step = this.steps[this.current];
    if (!step || step.act < 0 || !this.done.has(step.key) || this.runs.busy) return;
    if (this.runs.trouble || !this.#isMade(step)) return;
    const cells = restOf(this.facts, step, (cell) => this.runs.has(cell));
    if (cells.length) await this.#run(cells);
  }

  /**
   * Whether it was done here and now: what tells it has run in the Python that is there.
   *
   * @param {Step} step
   */
  #isMade({ kind, key, act }) {
    const check = partOf(this.#panel, key, "check");
    const tells =
      kind === "exercise"
        ? this.facts[this.#panel.content.widgets.indexOf(/** @type {Cell} */ (check))]
        : this.facts.slice(act + 1).find(({ type }) => type === "code");
    return Boolean(tells && this.runs.has(tells));
  }

  /**
   * @param {number[]} places
   */
  async #run(places) {
    const { widgets } = this.#panel.content;
    const cells = places.map((place) => widgets[place]).filter(Boolean);
    return this.runs.run(cells);
  }

  /**
   * Stand at a step: it is brought into view, and has the focus.
   *
   * @param {number} place
   */
  async stand(place) {
    const step = this.steps[place];
    if (!step) return;
    this.#set(place);
    this.#moving = true;
    const cell = this.#panel.content.widgets[step.at];
    await scrollToCell(this.#panel, cell);
    await focusStep(this.#panel, step);
    await scrollToCell(this.#panel, cell); // what was drawn meanwhile has moved it
    this.#moving = false;
  }

  /** @param {number} place */
  #set(place) {
    this.current = place;
    this.#here = this.steps[place]?.key ?? "";
    this.changed();
  }

  /** Somebody scrolls: they stand where they read. */
  scrolled() {
    if (this.#moving || this.runs.running) return;
    const place = topStep(this.#panel, this.steps);
    if (place !== this.current) this.#set(place);
  }
}
