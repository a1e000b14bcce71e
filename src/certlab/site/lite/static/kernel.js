// @ts-check
/**
 * Python's start, of which JupyterLite says nothing when it fails.
 *
 * @import { Context } from "../../../app/labextension/jupyterlab.d.ts"
 * @import { Bar } from "./bar.js"
 */

const PATIENCE = 60_000; // milliseconds: on a slow line there are some 15 MB to load

/**
 * Tell it when the notebook's Python is long in starting, until it has started.
 *
 * @param {Context} context
 * @param {Bar} bar
 */
export async function watchStart(context, bar) {
  await context.sessionContext.ready;
  let withdraw = () => {};
  const late = setTimeout(() => {
    withdraw = bar.tell(
      "Python has not started yet. If it does not soon, reload the page; " +
        "if that does not help, tell whoever runs this site. Your notebook is kept.",
      ["Reload", () => location.reload()],
      ["Close"],
    );
  }, PATIENCE);
  // Only an execution waits for Python itself; what it is called is answered without.
  const nothing = { code: "", silent: true, store_history: false };
  try {
    await context.sessionContext.session?.kernel?.requestExecute(nothing).done;
  } finally {
    clearTimeout(late); // a notebook that was closed waits for no Python either
    withdraw();
  }
}
