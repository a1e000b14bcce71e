// @ts-check
/**
 * The history of a workspace by way of the Python of a notebook, which may be busy.
 *
 * The other end is certlab.widgets.app_part.
 *
 * @import { Line } from "./rows.d.ts"
 */

import { t } from "../words.js";
import { storeOver } from "./store.js";
import { AwayError, ServerError, WorkspaceShelf } from "./workspace.js";

const PATIENCE = 8_000; // milliseconds; less than a deck waits before it says that nobody answers

/**
 * The store of the Python that `ask(what, more)` asks; it is looked at when it is used.
 *
 * @param {(what: string, more: object) => Promise<any>} ask Python; its answers have no types
 */
export async function openKernelStore(ask) {
  return storeOver("certlab-kernel", async (changed) => {
    const inTime = (/** @type {string} */ what, /** @type {object} */ more) =>
      withIn(PATIENCE, ask(what, more));
    /** @type {Line} */
    const line = {
      read: (after) => inTime("history", { after }),
      send: async (lines) => (await inTime("record", { lines })).lines,
    };
    const shelf = new WorkspaceShelf(line, changed);
    await shelf.begin(0);
    return shelf;
  });
}

/**
 * @param {number} milliseconds
 * @param {Promise<any>} reply
 */
async function withIn(milliseconds, reply) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new AwayError(noReply())), milliseconds);
  });
  try {
    return await Promise.race([
      late,
      reply.catch((error) => {
        throw new ServerError(error.message);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

function noReply() {
  return t(
    "Python does not answer; everything is sent with your next answer once it is free, or after you run the cell again.",
  );
}
