// @ts-check
/** How likely LSH notices a pair, as certlab.labs.nemo.minhash has it. */

/**
 * The chance that two documents of a similarity agree in at least one whole band.
 *
 * @param {number} similarity
 * @param {number} bands
 * @param {number} rows
 */
export const chance = (similarity, bands, rows) => 1 - (1 - similarity ** rows) ** bands;

/** The similarity near which the curve is steepest. */
export const bend = (/** @type {number} */ bands, /** @type {number} */ rows) =>
  (1 / bands) ** (1 / rows);
