// @ts-check
/**
 * Widgets of notebooks that were stored: their models went with the kernel, and JupyterLab would say
 * "model not found". Instead the output shows the picture or the text that was stored with it, and a
 * button runs the cells up to it.
 *
 * @import { App, Cell, Kernel, Panel } from "../../jupyterlab.d.ts"
 */

import { withoutUnanswered } from "./predictions.js";
import { runTo } from "./run_to.js";

const VIEW = "application/vnd.jupyter.widget-view+json";
const TEXT = "text/plain";
const STATES = "widgets"; // where the extension for widgets looks for them
const RUN = "certlab-run";

/**
 * Leave the widgets alone that a notebook keeps in its metadata: one of anywidget is a script, and
 * would run as soon as the notebook opens, trusted or not. Call it before a notebook can open.
 *
 * @param {App} app
 */
export function leaveStates(app) {
  app.docRegistry.addWidgetExtension("Notebook", {
    createNew: (_, { model }) => {
      const own = model.getMetadata.bind(model);
      model.getMetadata = (name) => (name === STATES ? undefined : own(name));
    },
  });
}

/**
 * Look at each notebook when it is first shown.
 *
 * @param {App} app
 */
export function watchWidgets(app) {
  const seen = new WeakSet();
  /** @param {Panel | null} panel */
  const look = (panel) => {
    if (!panel?.context?.sessionContext || !panel.content?.widgets) return;
    if (seen.has(panel.context)) return;
    seen.add(panel.context);
    showStored(app, panel).catch(console.warn);
  };
  look(app.shell.currentWidget);
  app.shell.currentChanged.connect((_, { newValue }) => look(newValue));
}

/**
 * @param {App} app
 * @param {Panel} panel
 */
async function showStored(app, panel) {
  const { context, content } = panel;
  await context.ready;
  const views = content.widgets.flatMap(viewsOf);
  if (!views.length) return;
  await context.sessionContext.ready;
  const alive = await models(context.sessionContext.session?.kernel);
  // Meanwhile a cell may have been run: then it shows another model.
  const dead = views.filter(
    ({ outputs, place, id }) => idOf(outputs.get(place)) === id && !alive.has(id),
  );
  const { dirty } = context.model;
  for (const { cell, outputs, place } of dead) {
    const { data, ...rest } = outputs.get(place).toJSON();
    const { [VIEW]: _view, ...stored } = data ?? {};
    if (stored[TEXT]) stored[TEXT] = withoutUnanswered(panel, cell, stored[TEXT]);
    outputs.set(place, { ...rest, data: stored });
  }
  if (!dirty) context.model.dirty = false; // looking is no edit
  for (const cell of new Set(dead.map((one) => one.cell))) offer(app, panel, cell);
}

/** @param {Cell} cell */
function viewsOf(cell) {
  const { outputs } = cell.model;
  return Array.from({ length: outputs?.length ?? 0 }, (_, place) => ({
    cell,
    outputs,
    place,
    id: idOf(outputs.get(place)),
  })).filter(({ id }) => id);
}

/**
 * @param {{ data?: Record<string, any> }} output
 * @returns {string | undefined}
 */
function idOf(output) {
  return output?.data?.[VIEW]?.model_id;
}

/**
 * What lives in the kernel, which outlives a reload of the page.
 *
 * @param {Kernel | null | undefined} kernel
 */
async function models(kernel) {
  if (!kernel) return new Set();
  const { content } = await kernel.requestCommInfo({ target_name: "jupyter.widget" });
  return new Set(Object.keys(content.comms));
}

/**
 * A cell far below is drawn when it comes into view.
 *
 * @param {App} app
 * @param {Panel} panel
 * @param {Cell} cell
 */
async function offer(app, panel, cell) {
  await cell.ready;
  const button = document.createElement("button");
  button.className = `jp-mod-styled jp-mod-accept ${RUN}`;
  button.style.cssText = "margin: 8px 0; justify-self: start";
  button.textContent = "Run";
  button.title = "Run the cells from the first to this one";
  const { outputs } = cell.model;
  const changed = () => {
    button.remove();
    outputs.changed.disconnect(changed);
  };
  outputs.changed.connect(changed);
  button.addEventListener("click", () => runTo(app, panel, cell).catch(console.warn));
  cell.outputArea.node.before(button);
}
