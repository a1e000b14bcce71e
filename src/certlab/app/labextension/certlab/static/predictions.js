// @ts-check
/**
 * A prediction whose cell has not run yet has a button that runs the cells up to it, and the code
 * that measures is out of sight until it has run: it holds what came out, and why.
 *
 * @import { App, Cell, Panel } from "../../jupyterlab.d.ts"
 */

import { element, whenOpened } from "./lab_cells.js";

const COVERED = "The code that measures this is shown once you have predicted and run it.";
const VIEW = "application/vnd.jupyter.widget-view+json";

/**
 * Give the predictions of each lab that is opened their buttons, and cover what tells of them.
 *
 * @param {App} app
 */
export function watchPredictions(app) {
  whenOpened(app, (panel) => {
    for (const cell of panel.content.widgets)
      if (cell.model.getMetadata("certlab")?.prediction) {
        offer(app, panel, cell);
        coverCode(measuring(panel, cell));
      }
  });
}

/**
 * The cell that measures what a prediction is about: the next one of code.
 *
 * @param {Panel} panel
 * @param {Cell} cell
 */
function measuring({ content }, cell) {
  const after = content.widgets.slice(content.widgets.indexOf(cell) + 1);
  return after.find(({ model }) => model.type === "code");
}

/**
 * Keep a cell's code out of sight until the cell has put something out. lab_cells.css brings it
 * back in a panel that shows all the code.
 *
 * @param {Cell | undefined} cell
 */
function coverCode(cell) {
  if (!cell || cell.model.outputs.length || cell.model.getMetadata("certlab")?.role) return;
  const { outputs } = cell.model;
  const says = element("div", { class: "certlab-cover" }, COVERED);
  const look = () => {
    if (!outputs.length) return;
    says.remove();
    cell.node.classList.remove("certlab-unpredicted");
    outputs.changed.disconnect(look);
  };
  outputs.changed.connect(look);
  cell.node.classList.add("certlab-unpredicted");
  cell.node.append(says);
}

// The line that stands in a stored prediction, in each language of the interface.
const UNANSWERED = ["no prediction yet", "尚未預測"];

/**
 * The stored text of a cell, without saying that nothing was predicted where what came out
 * stands below it: the text is of before.
 *
 * @param {Panel} panel
 * @param {Cell} cell
 * @param {string | string[]} text
 */
export function withoutUnanswered(panel, cell, text) {
  const whole = [text].flat().join("");
  if (!cell.model.getMetadata("certlab")?.prediction) return whole;
  const outputs = measuring(panel, cell)?.model.outputs;
  const last = outputs?.length ? outputs.get(outputs.length - 1).toJSON() : undefined;
  const compared = [last?.data?.["text/plain"] ?? ""].flat().join("").trim();
  if (!compared || UNANSWERED.includes(compared.split("\n")[0])) return whole;
  const lines = whole.split("\n");
  return lines.filter((line) => !UNANSWERED.includes(line.trim())).join("\n");
}

/**
 * @param {App} app
 * @param {Panel} panel
 * @param {Cell} cell
 */
async function offer(app, { content }, cell) {
  const { outputs } = cell.model;
  const isLive = () =>
    Array.from({ length: outputs.length }, (_, place) => outputs.get(place)).some(
      ({ data }) => data[VIEW],
    );
  if (isLive()) return; // stored_widgets.js looks after it
  await cell.ready;
  const button = element(
    "button",
    { class: "jp-mod-styled jp-mod-accept certlab-try", title: "Run the cells up to this one" },
    "Predict",
  );
  const bar = element("div", { class: "certlab-check-bar" }, button);
  cell.node.append(bar);
  const changed = () => {
    if (!isLive()) return;
    bar.remove();
    outputs.changed.disconnect(changed);
  };
  outputs.changed.connect(changed);
  button.addEventListener("click", async () => {
    content.activeCellIndex = content.widgets.indexOf(cell);
    await app.commands.execute("notebook:run-all-above");
    content.activeCellIndex = content.widgets.indexOf(cell);
    await app.commands.execute("notebook:run-cell");
  });
}
