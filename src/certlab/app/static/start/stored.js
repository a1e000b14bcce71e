// @ts-check
/** The start page in JupyterLite: its rows come from the browser's store, and Python plans by them. */

import { fromLine } from "../store/answers.js";
import { openStore } from "../store/store.js";

/**
 * Where a model has no history of its own: send it the rows now and after each change, and keep
 * the rows that it sends. `told(says)` takes a sentence when the store refuses.
 */
export async function followRows(model, told) {
  const store = await openStore();
  const bring = async () => {
    try {
      model.send({ type: "rows", lines: await store.lines() });
    } catch (error) {
      told(error.message);
    }
  };
  const leave = store.follow(() => {
    if (model.get("phase") !== "drill") bring();
  });
  const keep = async ({ type, line }) => {
    if (type !== "keep") return;
    try {
      await store.add(fromLine(line));
    } catch (error) {
      told(error.message);
    }
  };
  model.on("msg:custom", keep);
  bring();
  return {
    store,
    bring,
    leave: () => {
      leave();
      model.off("msg:custom", keep);
    },
  };
}
