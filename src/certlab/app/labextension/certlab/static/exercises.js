// @ts-check
/**
 * Exercises of a lab in JupyterLab: a button under the cell that is to be edited runs it and its
 * check, whose code is folded, and the solution shows after an attempt.
 *
 * @import { App, Cell, Child, Output, Panel, Role } from "../../jupyterlab.d.ts"
 */

import { element, errorOf, PANELS, partOf, resultOf, role, whenOpened } from "./lab_cells.js";
import { drawn } from "./lab_places.js";

const CANNOT_STOP =
  "Python in a browser cannot be stopped. If this does not end, restart it; your text stays.";

const AGAIN = 1000; // ms between two interrupts

/**
 * Give the exercises of each lab that is opened their buttons.
 *
 * @param {App} app
 */
export function watchExercises(app) {
  whenOpened(app, (panel) => {
    for (const stub of panel.content.widgets.filter((cell) => role(cell) === "stub")) {
      addButton(app, panel, stub);
      hideSolution(panel, stub);
    }
  });
}

/**
 * The solution comes into the notebook with the first attempt.
 *
 * @param {Panel} panel
 * @param {Cell} stub
 */
function hideSolution(panel, stub) {
  const exercise = stub.model.getMetadata("certlab")?.exercise;
  const check = partOf(panel, exercise, "check");
  const solution = partOf(panel, exercise, "solution");
  if (!check || !solution) return;
  solution.node.classList.add("certlab-later");
  const look = () => resultOf(check) && solution.node.classList.remove("certlab-later");
  check.model.outputs.changed.connect(look);
  look();
}

/**
 * @param {App} app
 * @param {Panel} panel
 * @param {Cell} stub
 */
async function addButton(app, panel, stub) {
  const exercise = stub.model.getMetadata("certlab")?.exercise;
  const check = partOf(panel, exercise, "check");
  if (!check) return;
  await stub.ready; // a cell far below is drawn when it comes into view
  const button = element("button", { class: "jp-mod-styled jp-mod-accept certlab-try" }, "Check");
  const says = element("span", { role: "status" });
  const keys = element("span", { class: "certlab-keys" }, "Ctrl+Enter"); // in lab mode
  const bar = element("div", { class: "certlab-check-bar" }, button, keys, says);
  stub.node.append(bar);
  let running = false;
  let turn = 0; // of several runs the last one says how it ended
  const begin = () => {
    running = true;
    button.textContent = "Stop";
    turn += 1;
    return turn;
  };
  /** @param {Child[]} told */
  const end = (told) => {
    running = false;
    button.textContent = "Check";
    says.replaceChildren(...told);
    for (const again of says.querySelectorAll("button")) again.addEventListener("click", runAbove);
  };
  const run = async () => {
    const mine = begin();
    says.replaceChildren("Running…");
    const told = await tryIt(app, panel, { stub, check });
    if (mine !== turn) return;
    end(told);
    if (told.length) bar.scrollIntoView({ block: "nearest" });
    else await showResult(check);
  };
  const restart = async () => {
    begin();
    says.replaceChildren("Restarting…");
    await panel.context.sessionContext.restartKernel();
    end(sayRestarted());
  };
  const runAbove = async () => {
    says.replaceChildren("Running the cells above…");
    activate(app, panel, stub);
    await app.commands.execute("notebook:run-all-above");
    await run();
  };
  const unfinished = () => running;
  button.addEventListener("click", () =>
    running ? stop(app, panel, { says, unfinished, restart }) : run(),
  );
}

/**
 * Run the learner's cell and its check; nodes that say what stood in the way, if anything.
 *
 * @param {App} app
 * @param {Panel} panel
 * @param {{ stub: Cell; check: Cell }} cells
 * @returns {Promise<Child[]>}
 */
async function tryIt(app, panel, { stub, check }) {
  try {
    for (const cell of [stub, check]) {
      activate(app, panel, cell);
      await app.commands.execute("notebook:run-cell");
      const error = errorOf(cell);
      if (error) return sayError(cell, check, error);
    }
  } catch {
    return sayRestarted();
  } finally {
    activate(app, panel, stub);
  }
  return [];
}

/**
 * @param {App} app
 * @param {Panel} panel
 * @param {Cell} cell
 */
function activate(app, panel, cell) {
  if (app.shell.currentWidget !== panel) app.shell.activateById(panel.id);
  panel.content.activeCellIndex = panel.content.widgets.indexOf(cell);
}

/**
 * Bring what came out into view: on a phone it stands below the edge.
 *
 * @param {Cell} check
 */
async function showResult(check) {
  const shows = resultOf(check) ? ".certlab-check" : ".jp-OutputArea-output"; // or a sentence
  const card = await drawn(check.node, shows);
  if (!card) return;
  const sized = new ResizeObserver(() => {
    if (!card.clientHeight) return; // it is put into its place later
    sized.disconnect();
    card.scrollIntoView({ block: "nearest" });
  });
  sized.observe(card);
}

function sayRestarted() {
  return ["Python was restarted, and your text is kept. ", runCellsAbove()];
}

function runCellsAbove() {
  return element("button", { class: "jp-mod-styled" }, "Run the cells above");
}

/**
 * A name that is missing from the check is one of a cell above, which has not run.
 *
 * @param {Cell} cell
 * @param {Cell} check
 * @param {Output} error
 */
function sayError(cell, check, { ename, evalue }) {
  const [kind] = /\w+(?=\W*$)/.exec(ename) ?? []; // a browser's Python says <class 'NameError'>
  if (kind === "KeyboardInterrupt") return ["Stopped."];
  if (kind !== "NameError") return ["Your cell stopped with an error; nothing was checked."];
  const [, name] = /'(.+?)'/.exec(evalue) ?? [];
  if (cell === check) check.model.outputs.clear();
  return [`${name} does not exist yet, because a cell above has not run. `, runCellsAbove()];
}

/**
 * Until it has stopped: a kernel ignores an interrupt that overtakes the code it is meant for.
 * A browser's Python cannot be interrupted, only started anew.
 *
 * @param {App} app
 * @param {Panel} panel
 * @param {{ says: HTMLElement; unfinished: () => boolean; restart: () => Promise<void> }} run
 */
export async function stop(app, panel, { says, unfinished, restart }) {
  if (app.name === PANELS) {
    says.replaceChildren("Stopping…");
    while (unfinished()) {
      await panel.context.sessionContext.session?.kernel?.interrupt();
      await new Promise((soon) => setTimeout(soon, AGAIN));
    }
    return;
  }
  const button = element("button", { class: "jp-mod-styled" }, "Restart Python");
  button.addEventListener("click", restart);
  says.replaceChildren(`${CANNOT_STOP} `, button);
}

/**
 * JupyterLite's own button for it does nothing, and says nothing.
 *
 * @param {App} app
 */
export function sayInterrupted(app) {
  if (app.name === PANELS) return;
  app.commands.commandExecuted?.connect((_, { id }) => {
    if (id !== "notebook:interrupt-kernel") return;
    const restart = { label: "Restart Python", commandId: "notebook:restart-kernel" };
    const options = { autoClose: 20_000, actions: [restart] };
    const notice = { message: CANNOT_STOP, type: "warning", options };
    app.commands.execute("apputils:notify", notice);
  });
}
