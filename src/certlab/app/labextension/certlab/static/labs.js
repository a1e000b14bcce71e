// @ts-check
/**
 * What the extension adds to labs: the app beside them, buttons that check, cards, links onward.
 *
 * @import { App, LinksOf, Panel, WidgetClass } from "../../jupyterlab.d.ts"
 */

import { addApp } from "./app_tab.js";
import { showChecks } from "./check_card.js";
import { addClass } from "./class_strip.js";
import { sayInterrupted, watchExercises } from "./exercises.js";
import { offerInstall } from "./install.js";
import { PANELS } from "./lab_cells.js";
import { leadBack, linksOf, linksOnSite } from "./lab_links.js";
import { watchPredictions } from "./predictions.js";
import { coverResults } from "./results_told.js";

const ONWARD = ["Read the page again", "Questions on this module", "Next lab"];

/**
 * Add all of it; JupyterLite stands on the static site, whose pages are the app.
 *
 * @param {App} app
 * @param {{ restorer: any; rendermime: any; Widget: WidgetClass }} parts JupyterLab's own
 */
export function addToLabs(app, { restorer, rendermime, Widget }) {
  addStyle();
  /** @type {LinksOf} */
  let links = (panel) => linksOnSite(app, panel, ONWARD);
  if (app.name === PANELS) {
    const course = addApp(app, restorer, Widget);
    leadBack(app, course, Widget);
    app.restored.then(() => addClass(app, course, Widget)).catch(console.warn);
    links = (panel) => linksOf(app, panel, course, ONWARD);
  }
  showChecks(app, rendermime, links, Widget);
  watchPredictions(app);
  watchExercises(app);
  sayInterrupted(app);
  coverResults(app);
  offerInstall(app);
}

function addStyle() {
  const href = new URL("lab_cells.css", import.meta.url).href;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
}
