// @ts-check
/**
 * What the extension adds to labs: the app beside them, buttons that check, cards, links onward.
 *
 * @import { Actions, App, LinksOf, RunTo, Ways, WidgetClass } from "../../jupyterlab.d.ts"
 */

import { addApp } from "./app_tab.js";
import { showChecks } from "./check_card.js";
import { addClass } from "./class_strip.js";
import { sayInterrupted, watchExercises } from "./exercises.js";
import { offerInstall } from "./install.js";
import { PANELS } from "./lab_cells.js";
import { leadBack, linksOf, linksOnSite } from "./lab_links.js";
import { watchLabMode } from "./lab_mode.js";
import { watchPredictions } from "./predictions.js";
import { coverResults } from "./results_told.js";
import { runTo } from "./run_to.js";

const ONWARD = ["Read the page again", "Questions on this module", "Next lab"];
const SHEETS = ["lab_cells.css", "lab_mode.css"];

/**
 * Add all of it; JupyterLite stands on the static site, whose pages are the app.
 *
 * @param {App} app
 * @param {{ restorer: any; rendermime: any; actions: Actions; Widget: WidgetClass }} parts
 *   JupyterLab's own
 */
export function addToLabs(app, { restorer, rendermime, actions, Widget }) {
  for (const name of SHEETS) addStyle(name);
  /** @type {LinksOf} */
  let links = (panel) => linksOnSite(app, panel, ONWARD);
  const site = new URL(
    "../index.html",
    new URL(app.serviceManager.serverSettings.baseUrl, location.href),
  );
  let home = { href: site.href, open: () => location.assign(site) };
  if (app.name === PANELS) {
    const course = addApp(app, restorer, Widget);
    leadBack(app, course, Widget);
    app.restored.then(() => addClass(app, course, Widget)).catch(console.warn);
    links = (panel) => linksOf(app, panel, course, ONWARD);
    home = { href: course.root, open: () => course.read("") };
  }
  showChecks(app, rendermime, links, Widget);
  /** @type {RunTo} */
  const run = (panel, cell) => leadTo(panel, cell) ?? runTo(app, panel, cell);
  watchPredictions(app, run);
  watchExercises(app);
  sayInterrupted(app);
  coverResults(app);
  offerInstall(app, run);
  const leadTo = watchLabMode(app, { ways: { home, links }, actions, Widget });
}

/** @param {string} name */
function addStyle(name) {
  const href = new URL(name, import.meta.url).href;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
}
