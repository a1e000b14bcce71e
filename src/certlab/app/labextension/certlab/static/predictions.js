// @ts-check
/**
 * A prediction whose cell has not run yet has a button that runs the cells up to it, and the code
 * that measures is out of sight until it has run: it holds what came out, and why.
 *
 * @import { App, Cell, Panel, RunTo } from "../../jupyterlab.d.ts"
 */

import { element, hasTag, role, whenOpened } from "./lab_cells.js";

const COVERED = "The code that measures this is shown once you have predicted and run it.";
const VIEW = "application/vnd.jupyter.widget-view+json";

/**
 * Give the predictions of each lab that is opened their buttons, and cover what tells of them.
 *
 * @param {App} app
 * @param {RunTo} runTo
 */
export function watchPredictions(app, runTo) {
  whenOpened(app, (panel) => {
    for (const cell of panel.content.widgets)
      if (cell.model.getMetadata("certlab")?.prediction) {
        offer(panel, cell, runTo);
        coverCode(panel, cell);
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
 * Whether a cell's code says what has to come out, and shows nothing by itself.
 *
 * @param {Cell} cell
 */
export function onlyAsserts({ model }) {
  const code = model.sharedModel.getSource();
  return /^\s*assert\b/m.test(code) && !/\.compare\(|\bprint\(|\bdisplay\(/.test(code);
}

/**
 * Keep the code that measures, and what goes on from there, out of sight until it has put something
 * out. lab_cells.css brings it back in a panel that shows all the code.
 *
 * @param {Panel} panel
 * @param {Cell} cell
 */
function coverCode(panel, cell) {
  const measures = measuring(panel, cell);
  const code = measures?.model.sharedModel.getSource();
  if (!measures || measures.model.outputs.length || !code?.includes(".compare(")) return;
  const { outputs } = measures.model;
  const covered = [measures, ...goingOn(panel, measures)];
  const says = element("div", { class: "certlab-cover" }, COVERED);
  const look = () => {
    if (!outputs.length) return;
    says.remove();
    for (const { node } of covered) node.classList.remove("certlab-unpredicted");
    outputs.changed.disconnect(look);
  };
  outputs.changed.connect(look);
  for (const { node } of covered) node.classList.add("certlab-unpredicted");
  measures.node.append(says);
}

/**
 * The code below a measurement that goes on from it; certlab.course.notebook folds the same.
 *
 * @param {Panel} panel
 * @param {Cell} measures
 */
function goingOn({ content }, measures) {
  const after = content.widgets.slice(content.widgets.indexOf(measures) + 1);
  const next = after.findIndex(beginsAnew);
  return (next < 0 ? after : after.slice(0, next)).filter(({ model }) => model.type === "code");
}

/**
 * Whether a cell is of what comes next: a prediction, an exercise, or a title in sight.
 *
 * @param {Cell} cell
 */
function beginsAnew(cell) {
  const { model } = cell;
  if (model.type === "code") return Boolean(model.getMetadata("certlab")?.prediction || role(cell));
  return !hasTag(cell, "tells-result") && /^#{1,6} /m.test(model.sharedModel.getSource());
}

// The line that stands in a stored prediction, in each language of the interface.
export const UNANSWERED = ["no prediction yet", "尚未預測"];

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
 * @param {Panel} panel
 * @param {Cell} cell
 * @param {RunTo} runTo
 */
async function offer(panel, cell, runTo) {
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
  button.addEventListener("click", () => runTo(panel, cell).catch(console.warn));
}
