// @ts-check
/** How often to write a checkpoint, as certlab.labs.storage.interval has it; all times in seconds. */

/** The interval at which saving and lost work cost the same. */
export const young = (/** @type {number} */ save, /** @type {number} */ between) =>
  Math.sqrt(2 * save * between);

/**
 * The shares of the time that are lost: for saving, by failures, and in `all`.
 *
 * @param {number} save seconds in which a save blocks the training
 * @param {number} between seconds between failures, on average
 * @param {number} interval
 */
export function lost(save, between, interval) {
  const saving = save / interval;
  const failing = interval / (2 * between);
  return { saving, failing, all: saving + failing };
}
