// @ts-check
/**
 * Running a cell of the notebook in which something is drawn.
 *
 * @import { App } from "../../labextension/jupyterlab.d.ts"
 */

/**
 * Run the first code cell below the one that shows `el`; whether there was a way to do so.
 *
 * JupyterLab shows us its commands as certlab study and JupyterLite start it. Elsewhere, as
 * in a plain Jupyter, cells are run by hand.
 *
 * @param {HTMLElement} el
 */
export async function runBelow(el) {
  /** @type {{ jupyterapp?: App }} */
  const { jupyterapp: app } = globalThis;
  const panels = app ? [...app.shell.widgets("main")] : [];
  const content = panels.find((panel) => panel.node.contains(el))?.content;
  const cells = content?.widgets ?? [];
  const here = cells.findIndex(({ node }) => node.contains(el));
  const below = cells.findIndex(({ model }, place) => place > here && model.type === "code");
  if (!app || !content || here < 0 || below < 0) return false;
  content.activeCellIndex = below;
  await app.commands.execute("notebook:run-cell");
  return true;
}
