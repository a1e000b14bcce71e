// @ts-check
/**
 * The frame around one lab: bar, outline and dock, and its code folded.
 *
 * @import { Actions, App, Cell, Next, Panel, Ways } from "../../jupyterlab.d.ts"
 */

import { stop } from "./exercises.js";
import { installButton } from "./install.js";
import { makeBar } from "./lab_bar.js";
import { PANELS } from "./lab_cells.js";
import { codeKind, foldedWords } from "./lab_code.js";
import { makeDock } from "./lab_dock.js";
import { Folds, NAMES } from "./lab_folds.js";
import { makeOutline } from "./lab_outline.js";
import { scrollToCell } from "./lab_places.js";
import { headingAt, titleOf } from "./lab_steps.js";
import { Way } from "./lab_way.js";

const ON = "certlab-lab";
const ALL = "certlab-all-code"; // then no code is out of sight, whatever it tells
const LACKS = "This lab needs what is not installed here.";
const EMPTY = "This lab is empty: “All the code” shows its notebook, where you can write.";
const PRESS = {
  compare: ".cl-prediction .cl-primary",
  check: ".certlab-check-bar .certlab-try",
};

export class Frame {
  #app;
  #ways;
  #bar;
  #outline;
  #dock;
  #folds;
  #way;
  #asked = false; // to be drawn anew
  #begun = Promise.resolve();
  /** @type {Cell | undefined} */
  #shown; // what failed, whose code was opened
  /** @type {HTMLElement[]} */
  #links = [];
  on = false;

  /**
   * @param {App} app
   * @param {Panel} panel
   * @param {{ ways: Ways; actions: Actions; leave: () => void }} parts
   */
  constructor(app, panel, { ways, actions, leave }) {
    this.#app = app;
    this.#ways = ways;
    this.panel = panel;
    const { title, minutes } = /** @type {any} */ (panel.context.model.getMetadata("certlab"));
    this.#bar = makeBar({ title, minutes, home: ways.home, leave });
    this.#outline = makeOutline((place) => {
      this.#outline.fold();
      this.#way.stand(place).catch(console.warn);
    }, minutes);
    this.#dock = makeDock();
    this.#way = new Way(app, panel, { actions, changed: this.#draw });
    this.#folds = new Folds(panel, (cell) => this.#way.runs.seconds(cell));
    this.#watch();
  }

  #watch() {
    const { content } = this.panel;
    /** @type {WeakSet<object>} */
    const watched = new WeakSet();
    const look = () => {
      for (const { model } of content.widgets) {
        if (watched.has(model)) continue;
        watched.add(model);
        model.contentChanged.connect(this.#draw);
        model.outputs?.changed.connect(this.#draw);
      }
      this.#draw();
    };
    content.model.cells.changed.connect(look);
    look();
    this.#silence();
    /** @param {Event} event */
    const ignore = (event) => {
      // A double click chooses a word of a text; it does not open the text's source here.
      const target = /** @type {Element} */ (event.target);
      if (this.on && target.closest?.(".jp-MarkdownOutput")) event.stopPropagation();
    };
    content.node.addEventListener("dblclick", ignore, true);
    content.node.addEventListener("scroll", () => this.on && this.#way.scrolled(), true);
  }

  /**
   * JupyterLab's panel tells in a dialog of a kernel that died, which the dock says with what helps.
   * It is silent where it believes that it has told it; it forgets that with each other status.
   */
  #silence() {
    const told = /** @type {{ _autorestarting?: boolean }} */ (/** @type {unknown} */ (this.panel));
    this.panel.context.sessionContext.statusChanged.connect(() => {
      if (this.on) told._autorestarting = true;
    });
  }

  /**
   * Put the frame around the lab, or take it away.
   *
   * @param {boolean} on
   */
  show(on) {
    const { node, content } = this.panel;
    node.classList.toggle(ON, on);
    node.classList.toggle(ALL, !on);
    if (on === this.on) return;
    this.on = on;
    if (!on) {
      for (const part of [this.#bar, this.#outline, this.#dock]) part.node.remove();
      this.#folds.clear();
      return;
    }
    content.node.before(this.#bar.node, this.#outline.node);
    content.node.after(this.#dock.node);
    this.#addLinks().catch(console.warn);
    this.#begun = this.#way.begin().catch(console.warn);
  }

  async #addLinks() {
    // Two sets of them: one stands in the bar, the other at the end.
    const [[page], onward] = await Promise.all([
      this.#ways.links(this.panel),
      this.#ways.links(this.panel),
    ]);
    this.#bar.lead(page);
    this.#links = onward;
    this.#draw();
  }

  /** Draw it anew, once for all that changes at a time. */
  #draw = () => {
    if (this.#asked) return;
    this.#asked = true;
    requestAnimationFrame(() => {
      this.#asked = false;
      if (!this.on || this.panel.isDisposed) return;
      this.#way.look();
      this.#bar.draw(this.#way);
      this.#outline.draw(this.#way);
      this.#folds.draw(this.#way.facts);
      this.#drawDock();
      this.#showFailed();
      this.#way.rest().catch(console.warn);
    });
  };

  #drawDock() {
    const { lasting, trouble, started } = this.#way.runs;
    const { main, aside } = this.#way.next();
    const plain = { says: "", busy: false, links: [], aside: null };
    if (lasting) {
      const { place, of, cell } = lasting;
      const act = () => this.#stop();
      const runs = `Running ${place} of ${of}: ${this.#nameOf(cell)}`;
      const says = started ? runs : "Waiting for Python to start…";
      this.#dock.draw({ ...plain, main: { words: "Stop", act }, says, busy: true });
      return;
    }
    const install = trouble?.cell && installButton(trouble.cell);
    if (install) {
      // How far it is, or why it failed, stands beside that button.
      const main = { words: install.textContent ?? "", act: () => install.click() };
      this.#dock.draw({ ...plain, main, says: LACKS });
      return;
    }
    const help = trouble?.button;
    if (help) {
      const act = () => this.#help(help.does);
      this.#dock.draw({ ...plain, main: { words: help.words, act }, says: trouble.says });
      return;
    }
    const some = this.#way.steps.length > 0;
    const all = !main && some;
    const rest = all ? "This lab is done." : some ? "" : EMPTY;
    this.#dock.draw({
      ...plain,
      main: main && { words: main.words, act: () => this.#act(main) },
      aside: aside && { words: aside.words, act: () => this.#act(aside) },
      says: trouble ? this.#sayTrouble(trouble) : rest,
      links: all ? this.#links : [],
    });
  }

  /**
   * What a cell's code is called within a sentence.
   *
   * @param {Cell} cell
   */
  #nameOf(cell) {
    const { facts } = this.#way;
    const at = this.panel.content.widgets.indexOf(cell);
    const kind = facts[at] ? codeKind(facts, at) : "behind";
    const [words] = foldedWords(kind, facts[at]?.source ?? "", undefined).split(" (");
    return (NAMES[kind] ?? words).toLowerCase();
  }

  /** @param {import("./lab_run.js").Trouble} trouble */
  #sayTrouble({ says, stopped }) {
    if (!stopped) return says;
    const { steps, done } = this.#way;
    const at = this.panel.content.widgets.indexOf(stopped);
    const place = steps.findLastIndex((step) => step.at <= at);
    const where = place < 0 ? "" : ` in “${titleOf(steps, place, done)}”`;
    return `${says}${where}, before ${this.#nameOf(stopped)} had ended.`;
  }

  /** What failed is shown, with its code. */
  #showFailed() {
    const cell = this.#way.runs.trouble?.cell;
    if (cell === this.#shown) return;
    this.#shown = cell;
    if (!cell) return;
    if (!installButton(cell)) this.#folds.set(cell, true);
    scrollToCell(this.panel, cell).catch(console.warn);
  }

  /**
   * Stand at the step in which a heading is; nothing happens where the lab has none of these words.
   *
   * @param {string} heading
   */
  async lead(heading) {
    await this.#begun; // or the place where one was last would come after it
    const at = headingAt(this.#way.facts, heading);
    await this.#way.stand(this.#way.steps.findLastIndex((step) => at >= 0 && step.at <= at));
  }

  /**
   * Go to the step that a cell asks in, as the dock does; from another cell go on where one stands.
   *
   * @param {Cell} cell
   */
  async runTo(cell) {
    const at = this.panel.content.widgets.indexOf(cell);
    const place = this.#way.steps.findIndex(({ act }) => act === at);
    await (place < 0 ? this.#way.again() : this.#way.go(place));
  }

  /** Somebody came back to it from the notebook. */
  enter() {
    this.#bar.code.focus();
  }

  /** Do what the dock's button does. */
  press = () => this.#dock.press();

  /** @param {Next} next */
  #act({ act, to }) {
    if (this.#way.runs.busy) return; // pressed twice: the second is no wish to stop it
    const step = this.#way.steps[to];
    if (act === "go") this.#way.go(to).catch(console.warn);
    else if (act === "end") this.#way.end();
    else {
      const cell = this.panel.content.widgets[step?.act ?? -1];
      /** @type {HTMLElement | null | undefined} */
      const button = cell?.node.querySelector(PRESS[act]);
      button?.scrollIntoView({ block: "nearest" }); // what it says if it cannot stands beside it
      button?.click();
    }
  }

  /** @param {string} does */
  #help(does) {
    if (does === "again") this.#way.again().catch(console.warn);
    else {
      this.#app.shell.activateById(this.panel.id);
      this.#app.commands.execute("notebook:change-kernel").catch(console.warn);
    }
  }

  #stop() {
    const { runs } = this.#way;
    if (this.#app.name === PANELS) runs.stop();
    const restart = async () => {
      runs.stop();
      await this.panel.context.sessionContext.restartKernel();
    };
    const unfinished = () => runs.busy;
    stop(this.#app, this.panel, { says: this.#dock.says, unfinished, restart }).catch(console.warn);
  }
}
