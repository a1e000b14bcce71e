// @ts-check
/**
 * Rows of Python's workers in JupyterLite, kept for them.
 *
 * @import { Store } from "./store.js"
 */

import { t } from "../words.js";
import { fromLine } from "./answers.js";
import { channelNamed } from "./rooms.js";

/**
 * Add the rows that Python's worker sends in JupyterLite, which has no store of its own.
 *
 * It hears { type: "kept", ulid } once a row is on disk, or { type: "refused", say }.
 *
 * @param {Store} store
 */
export async function keepFromWorkers(store) {
  let open = true;
  const channel = channelNamed("certlab-keep", async ({ data }) => {
    if (data?.type !== "keep") return;
    const reply = await keepLine(store, data.line);
    if (open) channel?.postMessage(reply);
  });
  return () => {
    open = false;
    channel?.close();
  };
}

/**
 * @param {Store} store
 * @param {string} line
 */
async function keepLine(store, line) {
  try {
    const { ulid } = await store.add(fromLine(line));
    return { type: "kept", ulid };
  } catch (error) {
    const why = error.message;
    const say = error.cause ? why : t("The answer was not recorded: its line {why}.", { why });
    return { type: "refused", say };
  }
}
