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
