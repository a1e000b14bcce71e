// @ts-check
/** How likely LSH notices a pair, as certlab.labs.nemo.minhash has it. */

/** The chance that two documents of a similarity agree in at least one whole band. */
export const chance = (similarity, bands, rows) => 1 - (1 - similarity ** rows) ** bands;

/** The similarity near which the curve is steepest. */
export const bend = (bands, rows) => (1 / bands) ** (1 / rows);
