// @ts-check
/**
 * The class as a page hears it: by the worker that has one stream for all pages of the browser.
 *
 * A browser opens six connections to a server. With a stream of its own each window would keep
 * one of them, and then no more pages load. A browser without such workers has that, still.
 *
 * @import { About, ClassConnection, StreamTold } from "./classes.d.ts"
 */

import { signed, unframed } from "../../app/static/store/server.js";
import { refusal } from "./connection.js";
import { HERE, hear } from "./stream.js";

const ANSWERS = 10_000; // milliseconds that a worker may take to begin
const SILENT = 20_000; // it gives a sign every 5 s, so it went with the window in whose process it ran

/**
 * Call `heard(event, data)` with each event, until the stream ends or `signal` ends it.
 *
 * `about` says who hears. Rejects with a ClassError where no stream comes about.
 *
 * @param {ClassConnection} connection
 * @param {About} about
 * @param {(event: string, data: any) => void} heard `any`: the event says what
 * @param {AbortSignal} signal
 */
export async function hearTogether(connection, about, heard, signal) {
  const worker = workerOf(connection, about);
  const last = worker && (await fromWorker(worker, connection, heard, signal));
  if (last?.refused) throw refusal(last.refused);
  if (!last) await hear((own) => connection.open("events", own), heard, signal);
}

/**
 * The worker of this learner in this class; another learner has another, in the same browser too.
 *
 * @param {ClassConnection} connection
 * @param {About} about
 */
function workerOf(connection, about) {
  const { class: id, nickname, instructor } = about;
  const name = JSON.stringify([unframed(connection.href("")), id, nickname, instructor]);
  try {
    const address = unframed(new URL("./stream_worker.js", import.meta.url));
    return new SharedWorker(address, { name, type: "module" });
  } catch {
    return null; // the browser has none, or allows none
  }
}

/**
 * What the worker told last; null where it does not begin.
 *
 * @param {SharedWorker} worker
 * @param {ClassConnection} connection
 * @param {(event: string, data: unknown) => void} heard
 * @param {AbortSignal} signal
 */
function fromWorker(worker, connection, heard, signal) {
  const { port } = worker;
  /** @type {Promise<StreamTold | null>} */
  const last = new Promise((resolve) => {
    let begun = false;
    const end = (/** @type {StreamTold | null} */ told) => {
      clearTimeout(watch);
      signal.removeEventListener("abort", leave);
      port.postMessage(null);
      port.close();
      resolve(told);
    };
    const leave = () => end({ ended: true });
    const silent = () => end(begun ? { ended: true } : null);
    let watch = setTimeout(silent, ANSWERS);
    signal.addEventListener("abort", leave);
    worker.onerror = silent;
    port.onmessage = ({ data }) => {
      begun = true;
      clearTimeout(watch);
      watch = setTimeout(silent, SILENT);
      if (data.event) heard(data.event, data.data);
      else if (data.ended) end(data);
      else port.postMessage(HERE);
    };
  });
  port.postMessage({ address: connection.href("events"), headers: signed() });
  return last;
}
