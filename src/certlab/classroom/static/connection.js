// @ts-check
/**
 * The way to the class: requests to the learner's own server, which hands them on.
 *
 * @import { ClassConnection, Refused } from "./classes.d.ts"
 */

import { signed } from "../../app/static/store/server.js";
import { t } from "../../app/static/words.js";
import { refused } from "./stream.js";

/** Why the class did not do something; its message is the whole sentence. */
class ClassError extends Error {
  name = "ClassError";
  own = false; // whether one's own server did not answer, as after the end of a class
}

/**
 * The way to the class whose API is below `address`, an URL that ends with a slash.
 *
 * `get(path)` and `post(path, sent)` resolve with what it answers, parsed; `open(path, signal)`
 * with the whole Response. They reject with a ClassError, or as fetch does when it was ended.
 *
 * @param {URL} address
 * @returns {ClassConnection}
 */
export function connect(address) {
  /**
   * @param {string} path
   * @param {AbortSignal} [signal]
   */
  const open = (path, signal) => answered(new URL(path, address), { signal });
  return {
    open,
    get: async (path) => (await open(path)).json(),
    post: async (/** @type {string} */ path, sent = {}) => {
      const answer = await answered(new URL(path, address), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(sent),
      });
      return answer.json().catch(() => ({}));
    },
    href: (path) => new URL(path, address).href,
  };
}

/**
 * @param {URL} address
 * @param {RequestInit & { headers?: Record<string, string> }} options
 */
async function answered(address, options) {
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(address, {
      ...options,
      headers: { ...options.headers, ...signed() },
      cache: "no-store",
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw refusal({ status: 0, says: "" }, error);
  }
  if (answer.ok) return answer;
  throw refusal(await refused(answer));
}

/**
 * What one is told who asked in vain.
 *
 * @param {Refused} refused
 * @param {unknown} [cause]
 */
export function refusal({ status, says }, cause) {
  if (!status) {
    const lost = new ClassError(t("Your own server does not answer."), { cause });
    return Object.assign(lost, { own: true });
  }
  const words = t("The class refused the request ({status}); reload this page.", { status });
  return new ClassError(says || words);
}
