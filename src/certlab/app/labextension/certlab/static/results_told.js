// @ts-check
/**
 * A text that tells what comes out is covered until the cell above it has run.
 *
 * @import { App, Cell, Outputs } from "../../jupyterlab.d.ts"
 */

import { element, hasTag, whenOpened } from "./lab_cells.js";
import { onlyAsserts } from "./predictions.js";

const TAG = "tells-result";

/**
 * Cover such texts in each lab that is opened.
 *
 * @param {App} app
 */
export function coverResults(app) {
  whenOpened(app, ({ content }) => {
    content.widgets.forEach((cell, place) => {
      if (!hasTag(cell, TAG)) return;
      const above = content.widgets.slice(0, place).findLast(shows);
      if (above) cover(cell, above.model.outputs);
    });
  });
}

/**
 * Whether a cell puts something out when it runs, which tells that it has.
 *
 * @param {Cell} cell
 */
function shows(cell) {
  return cell.model.type === "code" && !onlyAsserts(cell);
}

/**
 * @param {Cell} cell
 * @param {Outputs} outputs
 */
function cover(cell, outputs) {
  const button = element("button", { class: "jp-mod-styled jp-mod-minimal" }, "Show it anyway");
  const says = element(
    "div",
    { class: "certlab-cover" },
    element("span", {}, "What came out is explained here once the cell above has run."),
    button,
  );
  const uncover = () => {
    says.remove();
    cell.node.classList.remove("certlab-covered");
    outputs.changed.disconnect(look);
  };
  const look = () => outputs.length && uncover();
  outputs.changed.connect(look);
  button.addEventListener("click", uncover);
  cell.node.classList.add("certlab-covered");
  cell.node.append(says);
  look();
}
