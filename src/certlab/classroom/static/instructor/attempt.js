// @ts-check
/** A request to the class whose outcome stands in a line of the page. */

/**
 * Do what is asked, and say in `status` how it went; resolves with null where it was refused.
 *
 * @template {object} Value
 * @param {HTMLElement} status
 * @param {() => Promise<Value>} work
 * @param {string} done what is said then
 * @returns {Promise<Value | null>}
 */
export async function attempt(status, work, done = "") {
  status.textContent = "";
  try {
    const value = await work();
    status.textContent = done;
    return value;
  } catch (error) {
    status.textContent = error.message;
    return null;
  }
}
