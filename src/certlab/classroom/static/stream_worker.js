// @ts-check
/**
 * A SharedWorker: it has the stream of a class, and tells every page of the browser that has come.
 *
 * The stream is open while a page is there. When it ends, each page looks after the class anew
 * and comes again; the first of them opens it, with what that page shows to be let in.
 *
 * @import { StreamAsked, StreamTold } from "./classes.d.ts"
 */

import { HERE, hear, refused } from "./stream.js";

const ASK_EVERY = 5_000; // milliseconds; a page that hears nothing takes the worker for dead
const MOST = 4; // times that a page may owe an answer; it is gone then, as after a crash

/** How many answers each page owes. @type {Map<MessagePort, number>} */
const pages = new Map();
/** @type {AbortController | null} */
let stream = null;
/** @type {StreamTold | null} */
let state = null; // the last, for who comes later
let hasMap = false; // an instructor's, of which only the first is whole

addEventListener("connect", (event) => {
  const [page] = /** @type {MessageEvent} */ (event).ports;
  page.onmessage = ({ data }) => {
    if (!data) leave(page);
    else if (data !== HERE) come(page, data);
    else if (pages.has(page)) pages.set(page, 0);
  };
});
setInterval(() => {
  for (const [page, owed] of pages) {
    pages.set(page, owed + 1);
    if (owed < MOST) page.postMessage({});
    else leave(page);
  }
}, ASK_EVERY);

/**
 * @param {MessagePort} page
 * @param {StreamAsked} asked
 */
function come(page, asked) {
  pages.set(page, 0);
  page.postMessage({});
  if (!stream || hasMap) run(asked);
  else if (state) page.postMessage(state);
}

/** @param {MessagePort} page */
function leave(page) {
  pages.delete(page);
  if (pages.size) return;
  stream?.abort();
  stream = null;
}

/** @param {StreamTold} told */
function tell(told) {
  for (const page of pages.keys()) page.postMessage(told);
}

/**
 * Hear the class in place of what was heard before, and tell all when it ends.
 *
 * @param {StreamAsked} asked
 */
async function run(asked) {
  stream?.abort();
  const own = new AbortController();
  stream = own;
  [state, hasMap] = [null, false];
  /** @type {StreamTold} */
  const last = { ended: true };
  /**
   * @param {string} event
   * @param {unknown} data
   */
  const heard = (event, data) => {
    hasMap ||= event === "map";
    if (event === "state") state = { event, data };
    tell({ event, data });
  };
  try {
    await hear((signal) => open(asked, signal, last), heard, own.signal);
  } catch {
    last.refused ??= { status: 0, says: "" };
  }
  if (stream !== own) return; // nobody is there, or another is heard
  stream = null;
  tell(last);
  pages.clear();
}

/**
 * @param {StreamAsked} asked
 * @param {AbortSignal} signal
 * @param {StreamTold} last gets why there is none
 */
async function open({ address, headers }, signal, last) {
  const answer = await fetch(address, { headers, signal, cache: "no-store" });
  if (!answer.ok) {
    last.refused = await refused(answer);
    throw new Error(last.refused.says);
  }
  return answer;
}
