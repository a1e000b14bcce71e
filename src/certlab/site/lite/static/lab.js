// @ts-check
/**
 * What certlab adds to JupyterLite's page. It runs before JupyterLab does.
 *
 * @import { App, Context, Panel } from "../../../app/labextension/jupyterlab.d.ts"
 */

import { openStore } from "../../../app/static/store/store.js";
import { keepFromWorkers } from "../../../app/static/store/workers.js";
import { Bar } from "./bar.js";
import { offerEdition } from "./edition.js";
import { watchStart } from "./kernel.js";

const LITE = new URL("../", import.meta.url);
const NAMED = /\.(?:html|ipynb|json)(?:[?#]|$)/;

/**
 * The notebook that the address names, which becomes the name of a layout too: opening a
 * lab by its link never brings back those of before, each with a Python of its own, and a
 * reload shows it again.
 */
function settle() {
  const here = new URL(location.href);
  const { searchParams } = here;
  const path = searchParams.get("path") ?? searchParams.get("workspace") ?? "";
  if (!path.endsWith(".ipynb")) return "";
  searchParams.set("path", path);
  searchParams.set("workspace", path);
  history.replaceState(history.state, "", here);
  return path;
}

/**
 * Files whose names stay the same from one edition to the next are asked for again, however
 * long the server lets them be kept: an old jupyter-lite.json names a Python that is gone.
 */
function askAnew() {
  const ask = window.fetch.bind(window);
  window.fetch = (what, how) =>
    ask(
      what,
      NAMED.test(what instanceof Request ? what.url : String(what))
        ? { cache: "no-cache", ...how }
        : how,
    );
}

/** @param {string} path of the notebook that the address names, "" for none */
async function start(path) {
  const listing = await (await fetch(new URL("notebooks.json", LITE))).json();
  const bar = new Bar();
  const { page, about } = listing[path] ?? { page: "index.html", about: "all modules" };
  bar.lead(about, new URL(`../${page}`, LITE));
  const store = await opened;
  keepFromWorkers(store);
  if (store.refused) {
    bar.tell(`${store.refused} Notebooks are not kept either: download those that you change.`, [
      "Close",
    ]);
  }
  const app = await running();
  closeFiles(app);
  eachNotebook(app, (context) => {
    const { edition } = listing[context.path] ?? {};
    if (edition)
      offerEdition({ app, path: context.path, edition, root: LITE, bar }).catch(console.warn);
    watchStart(context, bar).catch(console.warn);
  });
  if (!store.refused) await warnOfFiles(bar);
}

/**
 * JupyterLab, when it has drawn itself.
 *
 * @returns {Promise<App>}
 */
async function running() {
  while (!window.jupyterapp) await new Promise((done) => setTimeout(done, 50));
  await window.jupyterapp.restored;
  return window.jupyterapp;
}

/**
 * Call `act` with the context of each notebook when it is first shown.
 *
 * @param {App} app
 * @param {(context: Context) => void} act
 */
function eachNotebook(app, act) {
  const seen = new WeakSet();
  /** @param {Panel | null} widget */
  const look = (widget) => {
    const { context } = widget ?? {};
    if (!context?.sessionContext || seen.has(context)) return;
    seen.add(context);
    act(context);
  };
  look(app.shell.currentWidget);
  app.shell.currentChanged.connect((_, change) => look(change.newValue));
}

/**
 * The list of files is closed; JupyterLite opens it with a notebook that a link names.
 *
 * @param {App} app
 */
function closeFiles(app) {
  app.shell.collapseLeft();
  /** @type {(commands: unknown, done: { id: string; result: Promise<unknown> }) => void} */
  const close = (_, { id, result }) => {
    if (id !== "docmanager:show-in-file-browser") return;
    app.commands.commandExecuted.disconnect(close);
    result.finally(() => app.shell.collapseLeft());
  };
  app.commands.commandExecuted.connect(close);
}

/**
 * Python keeps files through a service worker, which a browser may refuse.
 *
 * @param {Bar} bar
 */
async function warnOfFiles(bar) {
  const worker = await navigator.serviceWorker?.getRegistration(LITE).catch(() => null);
  if (worker) return;
  bar.tell(
    "Files that Python writes here are not kept, because the browser allows this page " +
      "no service worker: most want https. Notebooks and answers are kept.",
    ["Close"],
  );
}

const path = settle();
const opened = openStore();
window.certlabStore = opened; // the extension asks it which exercises are solved
askAnew();
start(path).catch(console.error);
