// @ts-check
/**
 * Today's work in the start notebook, which shows it when it opens.
 *
 * In JupyterLab the server plans and this page draws, in the place of the cell's output: no cell is
 * run, so nothing that lies beside the notebook can be. JupyterLite has no server, and there the
 * cell is run, see `runHere`.
 *
 * @import { App, File, Panel } from "../../jupyterlab.d.ts"
 */

import { element, PANELS } from "./lab_cells.js";

const NOTEBOOK = "labs/00_start_here.ipynb"; // where the course puts it; a copy elsewhere is no start
const CELL = "today";
const SOURCE = "from certlab import widgets\n\nwidgets.start()";
const MODULE = /\.(py|pyc|so|wasm)$/; // what Python may import from a notebook's folder

/**
 * Show it when the notebook is first looked at.
 *
 * @param {App} app
 */
export function showToday(app) {
  const seen = new WeakSet();
  /** @param {Panel | null} panel */
  const look = (panel) => {
    if (panel?.context?.path !== NOTEBOOK || !panel.context.sessionContext) return;
    if (seen.has(panel.context)) return;
    seen.add(panel.context);
    (app.name === PANELS ? drawHere : runHere)(app, panel).catch(console.warn);
  };
  look(app.shell.currentWidget);
  app.shell.currentChanged.connect((_, { newValue }) => look(newValue));
}

/**
 * The cell, where it says what we shipped; else it is the learner's.
 *
 * @param {Panel} panel
 */
function cellOf({ content }) {
  const cell = content.widgets.find(({ model }) => model.id === CELL);
  return cell?.model.sharedModel.getSource().trim() === SOURCE ? cell : null;
}

/**
 * Until the cell is run by hand: then its own output shows.
 *
 * @param {App} app
 * @param {Panel} panel
 */
async function drawHere(app, panel) {
  await panel.context.ready;
  const cell = cellOf(panel);
  if (!cell) return;
  await cell.ready;
  const output = cell.node.querySelector(".jp-Cell-outputWrapper");
  if (!output) return; // another JupyterLab: what was stored stays
  const { baseUrl } = app.serviceManager.serverSettings;
  const api = new URL(`${baseUrl}certlab/api/start/`, location.href);
  const { mountToday } = await import(new URL("start.js", api).href);
  const href = new URL("start.css", api).href;
  document.head.append(element("link", { rel: "stylesheet", href }));
  const place = element("div", { class: "certlab-today" });
  output.before(place);
  const leave = await mountToday(place, api);
  cell.node.classList.add("certlab-drawn");
  /** @type {(cell: unknown, change: { name: string }) => void} */
  const changed = (_, { name }) => {
    if (name !== "executionCount") return;
    cell.model.stateChanged.disconnect(changed);
    leave();
    place.remove();
    cell.node.classList.remove("certlab-drawn");
  };
  cell.model.stateChanged.connect(changed);
}

/**
 * Run the cell, unless somebody was quicker. A browser's Python has what the site brings and
 * what was put into this browser: where that could be imported in place of ours, nothing is run.
 *
 * @param {App} app
 * @param {Panel} panel
 */
async function runHere(app, panel) {
  const { context, content } = panel;
  await context.ready;
  const written = sources(panel);
  const cell = cellOf(panel);
  const count = cell?.model.executionCount;
  await context.sessionContext.ready;
  await context.sessionContext.session?.kernel?.info; // or the old picture goes before a new one can come
  if (!cell || (await hasModules(app))) return;
  const alone = cell.model.executionCount === count;
  if (!alone || cellOf(panel) !== cell || app.shell.currentWidget !== panel) return;
  content.activeCellIndex = content.widgets.indexOf(cell);
  await app.commands.execute("notebook:run-cell");
  // Looking is no edit: nothing is to be saved, and closing asks nothing.
  if (sources(panel) === written) context.model.dirty = false;
}

/**
 * Whether the notebook's folder holds what Python may import; the course's folders hold notebooks.
 *
 * @param {App} app
 */
async function hasModules(app) {
  const { contents, serverSettings } = app.serviceManager;
  const reply = await fetch(new URL("notebooks.json", new URL(serverSettings.baseUrl)));
  const paths = Object.keys(await reply.json());
  /** @type {{ content: File[] }} */
  const { content } = await contents.get("labs", { content: true });
  /** @type {(file: File) => boolean} */
  const brought = ({ path }) => paths.some((one) => one.startsWith(`${path}/`));
  return content.some((one) => (one.type === "directory" ? !brought(one) : MODULE.test(one.name)));
}

/** @param {Panel} panel */
function sources({ content }) {
  return JSON.stringify(
    content.widgets.map(({ model }) => [model.id, model.sharedModel.getSource()]),
  );
}
