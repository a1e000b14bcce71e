// @ts-check
/**
 * Where the Python of a page is: with the server of certlab study, or in a worker of the browser.
 *
 * @import { Ask, Reply } from "./machines.d.ts"
 */

import { t } from "../../../../app/static/words.js";

/**
 * Ask the server at `root`, which is certlab.labs.operations.handlers.
 *
 * @param {URL} root
 * @returns {Ask}
 */
export function serverAt(root) {
  const address = new URL("api/node", root);
  return async (request) => {
    /** @type {Response} */
    let answer;
    try {
      answer = await fetch(address, {
        method: "POST",
        body: JSON.stringify(request),
        headers: { "X-XSRFToken": cookie("_xsrf") },
        cache: "no-store",
      });
    } catch {
      throw new Error(t("Your server does not answer. The line was not run; try it again."));
    }
    const reply = await answer.json().catch(() => ({}));
    if (answer.ok) return reply;
    throw new Error(
      reply.message ||
        t("The server refused ({status}); reload this page.", { status: answer.status }),
    );
  };
}

/** @param {string} name */
function cookie(name) {
  const found = document.cookie.split("; ").find((one) => one.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}

/**
 * Start Python in a worker, from the site's own files; it rejects with a sentence where there are none.
 *
 * @param {URL} root
 * @param {(says: string) => void} say how far it is
 * @returns {Promise<Ask>}
 */
export function browserPython(root, say) {
  say(t("Loading Python…"));
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("lite/lab/python.js", root), { type: "module" });
    /** @type {Map<number, { resolve: (reply: Reply) => void, reject: (error: Error) => void }>} */
    const waiting = new Map();
    let count = 0;
    const fail = (/** @type {string} */ why) => {
      const error = new Error(why);
      reject(error);
      for (const one of waiting.values()) one.reject(error);
      waiting.clear();
      worker.terminate();
    };
    worker.onerror = () => fail(t("Python does not start in this browser."));
    worker.onmessage = ({ data: { id, starts, ready, failed, refused, reply } }) => {
      if (starts) say(t("Starting Python…"));
      else if (failed) fail(failed);
      else if (ready) resolve(ask);
      else {
        const one = waiting.get(id);
        waiting.delete(id);
        if (refused) one?.reject(new Error(refused));
        else one?.resolve(reply);
      }
    };
    /** @type {Ask} */
    const ask = (request) =>
      new Promise((resolve, reject) => {
        count += 1;
        waiting.set(count, { resolve, reject });
        worker.postMessage({ id: count, request });
      });
  });
}
