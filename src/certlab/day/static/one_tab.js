// @ts-check
/** One tab after the other, where several would make the same list. */

/**
 * Do the work while no other tab does its own; at once where the browser has no locks or refuses
 * them, as it does with storage.
 *
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function alone(work) {
  let begun = false;
  const begin = () => {
    begun = true;
    return work();
  };
  try {
    return await (navigator.locks ? navigator.locks.request("certlab-day", begin) : begin());
  } catch (error) {
    if (begun) throw error; // the work's own, which is not done twice
    return work();
  }
}
