// @ts-check
/**
 * The strip of a class in JupyterLab itself, because in a lab the app's tab is out of sight.
 *
 * @import { OpenLab, ReadPage } from "./classes.d.ts"
 */

import { node } from "../../app/static/dom.js";
import { openServerStore } from "../../app/static/store/server.js";
import { ClassModel } from "./class_model.js";
import { connect } from "./connection.js";
import { mountStrip } from "./strip.js";

const ASSETS = new URL("../../", import.meta.url); // holds the package's tree
const SHEETS = [
  "app/static/theme/theme.css",
  "app/static/theme/widgets.css",
  "app/static/theme/charts.css",
  "classroom/static/class.css",
  "classroom/static/classroom.css",
];

/**
 * Mount the strip where the server is below a class.
 *
 * `root` is the address of the app's pages, `open(lab)` opens a lab, `read(address)` a page of the
 * app in its tab, and `reserve(height)` keeps
 * so many pixels free at the foot of the window.
 *
 * @param {{ root: string, open: OpenLab, read?: ReadPage, reserve: (height: number) => void }} parts
 */
export async function mountInLab({ root, open, read, reserve }) {
  const store = await openServerStore(new URL("api/", root));
  if (!store.classroom) return;
  document.body.dataset.certlabStrip = ""; // so that the app's tab has none
  for (const name of SHEETS)
    document.head.append(node("link", { rel: "stylesheet", href: new URL(name, ASSETS).href }));
  const model = new ClassModel(connect(new URL("api/class/", root)), store);
  const titles = async () => (await fetch(new URL("banks/labs.json", ASSETS))).json();
  mountStrip({ model, root, titles, open, read, reserve });
  model.begin();
}
