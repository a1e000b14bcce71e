// @ts-check
/**
 * The way to the class: requests to the learner's own server, which hands them on.
 *
 * @import { ClassConnection } from "./classes.d.ts"
 */

import { signed } from "../../app/static/store/server.js";
import { t } from "../../app/static/words.js";

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
    const lost = new ClassError(t("Your own server does not answer."), { cause: error });
    throw Object.assign(lost, { own: true });
  }
  if (answer.ok) return answer;
  const { error, message } = await answer.json().catch(() => ({}));
  throw new ClassError(
    error ||
      message ||
      t("The class refused the request ({status}); reload this page.", { status: answer.status }),
  );
}
