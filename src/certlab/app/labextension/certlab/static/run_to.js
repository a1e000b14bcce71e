// @ts-check
/**
 * Runs a notebook as far as a cell.
 *
 * @import { App, Cell, Panel } from "../../jupyterlab.d.ts"
 */

import { errorOf } from "./lab_cells.js";

/**
 * Run all cells above one, then it. Where one of those fails it is brought into view, and the rest
 * does not run: its errors would only say again that the first has failed.
 *
 * @param {App} app
 * @param {Panel} panel
 * @param {Cell} cell
 */
export async function runTo(app, { content }, cell) {
  const at = content.widgets.indexOf(cell);
  content.activeCellIndex = at;
  const ran = at < 1 || (await app.commands.execute("notebook:run-all-above"));
  const failed = ran
    ? undefined
    : content.widgets.slice(0, at).find((one) => one.model.outputs && errorOf(one));
  content.activeCellIndex = content.widgets.indexOf(failed ?? cell);
  if (failed) failed.node.scrollIntoView({ block: "nearest" });
  else await app.commands.execute("notebook:run-cell");
}
