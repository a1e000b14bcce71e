// @ts-check
/**
 * A lab that lacks a library has a button for it, which runs `certlab lab prepare`.
 *
 * @import { App, Cell, Outputs, Panel, RunTo } from "../../jupyterlab.d.ts"
 */

import { element, PANELS, whenOpened } from "./lab_cells.js";

// As certlab.compute.missing_packages says it.
const WANTED = /certlab lab prepare ([\w-]+\/\w+)(?: \((about [\d,]+ MB)\))?/;
// The lab that a notebook is, a newer edition of one beside it too; wanted.py has the same.
const LAB = /^labs\/([\w-]+\/\w+)[.\w]*\.ipynb$/;
const BUTTON = "certlab-install";
const READY = "has all that it needs";
// biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal colours text with
const COLOURS = /\x1b\[[\d;?]*[A-Za-z]/g;

/**
 * Offer it below each cell of a lab that asks for it; it installs what that lab needs, whoever wrote the text.
 *
 * @param {App} app
 * @param {RunTo} runTo
 */
export function offerInstall(app, runTo) {
  if (app.name !== PANELS) return; // a browser installs nothing
  whenOpened(app, (panel) => {
    for (const cell of panel.content.widgets) {
      const { outputs } = cell.model;
      if (!outputs) continue;
      const bar = element("div", { class: "certlab-check-bar" });
      const look = () => {
        const found = wanted(outputs);
        const [, own] = LAB.exec(panel.context.path) ?? [];
        if (!found || found.lab !== own) bar.remove();
        else if (!bar.isConnected) fill(panel, { cell, bar }, found, runTo);
      };
      outputs.changed.connect(look);
      look();
    }
  });
}

/**
 * The lab that an error names, and the size: { lab, size: "about 210 MB" }; null where there is none.
 *
 * @param {Outputs} outputs
 */
function wanted(outputs) {
  for (let place = 0; place < outputs.length; place += 1) {
    const { output_type: type, evalue, traceback } = outputs.get(place).toJSON();
    const [, lab, size = ""] = WANTED.exec([evalue, traceback].join("\n")) ?? [];
    if (type === "error" && lab) return { lab, size };
  }
  return null;
}

/**
 * The button that installs what a cell has found to be missing.
 *
 * @param {Cell} cell
 * @returns {HTMLButtonElement | null}
 */
export function installButton(cell) {
  return cell.node.querySelector(`.${BUTTON}`);
}

/**
 * @param {Panel} panel
 * @param {{ cell: Cell; bar: HTMLElement }} place
 * @param {{ lab: string; size: string }} lacking
 * @param {RunTo} runTo
 */
function fill(panel, { cell, bar }, { lab, size }, runTo) {
  const words = size ? `Install, ${size}` : "Install";
  const look = `jp-mod-styled jp-mod-accept certlab-try ${BUTTON}`;
  const button = element("button", { class: look }, words);
  const says = element("span", { role: "status" });
  bar.replaceChildren(button, says);
  cell.node.append(bar);
  button.addEventListener("click", async () => {
    /** @type {HTMLButtonElement} */ (button).disabled = true;
    const last = await prepare(panel, lab, (line) => says.replaceChildren(line));
    /** @type {HTMLButtonElement} */ (button).disabled = false;
    if (!last.includes(READY)) return;
    says.replaceChildren("Installed. Python starts again, and the cells up to here run again.");
    await panel.context.sessionContext.restartKernel();
    await runTo(panel, cell);
  });
}

/**
 * Run the command in the lab's own Python; resolves with its last line.
 *
 * @param {Panel} panel
 * @param {string} lab
 * @param {(line: string) => void} tell
 */
async function prepare({ context }, lab, tell) {
  const kernel = context.sessionContext.session?.kernel;
  if (!kernel) return "";
  const code = `import sys; get_ipython().system(f'"{sys.executable}" -P -m certlab lab prepare ${lab}')`;
  const future = kernel.requestExecute({ code, store_history: false });
  let last = "";
  future.onIOPub = ({ header, content }) => {
    if (header.msg_type !== "stream") return;
    const lines = content.text.replace(COLOURS, "").split(/[\r\n]+/);
    last = lines.filter((line) => line.trim()).at(-1) ?? last;
    tell(last);
  };
  await future.done;
  return last;
}
