// @ts-check
/**
 * A prediction whose cell has not run yet has a button that runs the cells up to it.
 *
 * @import { App, Cell, Panel } from "../../jupyterlab.d.ts"
 */

import { element, whenOpened } from "./lab_cells.js";

const VIEW = "application/vnd.jupyter.widget-view+json";

/**
 * Give the predictions of each lab that is opened their buttons.
 *
 * @param {App} app
 */
export function watchPredictions(app) {
  whenOpened(app, (panel) => {
    for (const cell of panel.content.widgets)
      if (cell.model.getMetadata("certlab")?.prediction) offer(app, panel, cell);
  });
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
export function withoutUnanswered({ content }, cell, text) {
  const whole = [text].flat().join("");
  if (!cell.model.getMetadata("certlab")?.prediction) return whole;
  const after = content.widgets.slice(content.widgets.indexOf(cell) + 1);
  const outputs = after.find(({ model }) => model.type === "code")?.model.outputs;
  const last = outputs?.length ? outputs.get(outputs.length - 1).toJSON() : undefined;
  const compared = [last?.data?.["text/plain"] ?? ""].flat().join("").trim();
  if (!compared || UNANSWERED.includes(compared)) return whole;
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
