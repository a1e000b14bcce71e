// @ts-check
/**
 * Opening a notebook is no edit: nothing of it is to be saved, and closing it asks nothing.
 *
 * @import { App, Context } from "../../jupyterlab.d.ts"
 */

// What JupyterLab writes into a notebook as soon as its Python has started.
const LANGUAGE = "language_info";
const KERNEL = "kernelspec";

/**
 * Let what JupyterLab notes of the kernel wait for the first run or edit. Call it before a
 * notebook can open.
 *
 * @param {App} app
 */
export function openUnchanged(app) {
  app.docRegistry.addWidgetExtension("Notebook", {
    createNew: (_, { model }) => noteQuietly(app, model),
  });
}

/**
 * @param {App} app
 * @param {Context["model"]} model
 */
function noteQuietly(app, model) {
  const write = model.setMetadata.bind(model);
  model.setMetadata = (name, value) => {
    const { dirty } = model;
    const chosen = name === KERNEL && isChosen(app, model.getMetadata(KERNEL), value);
    write(name, value);
    if (!dirty && !chosen && (name === LANGUAGE || name === KERNEL)) model.dirty = false;
  };
}

/**
 * Whether somebody took another kernel than the notebook's own, which is here too; a browser
 * has no `python3`, and starts its own Python without being asked.
 *
 * @param {App} app
 * @param {any} before a kernelspec of the notebook, as whoever wrote it left it
 * @param {any} now
 */
function isChosen(app, before, now) {
  const { kernelspecs } = app.serviceManager.kernelspecs?.specs ?? {};
  return Boolean(before?.name && before.name !== now?.name && kernelspecs?.[before.name]);
}
