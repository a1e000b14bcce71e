// @ts-check
/** A rule "above a limit for so many minutes", as certlab.labs.operations.rules has it. */

/**
 * Minutes from which on the reading was above the limit, and in which the rule fires; null for never.
 *
 * @param {number[]} readings one a minute
 * @param {number} limit
 * @param {number} minutes
 */
export function fired(readings, limit, minutes) {
  /** @type {number | null} */
  let since = null;
  for (const [minute, value] of readings.entries()) {
    since = value > limit ? (since ?? minute) : null;
    if (since !== null && minute - since >= minutes) return { since, fires: minute };
  }
  return { since: null, fires: null };
}
