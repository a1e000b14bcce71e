// @ts-check
/**
 * What a machine allows, as certlab.labs.gpu_architecture.roofline.Roof has it; rates in any one unit.
 *
 * @typedef {{ peak: number, bandwidth: number }} Roof
 */

/** Operations a byte from which on the peak is what binds. */
export const ridge = (/** @type {Roof} */ { peak, bandwidth }) => peak / bandwidth;

/** Operations a second that work of so many operations a byte can reach. */
export const reached = (/** @type {Roof} */ { peak, bandwidth }, /** @type {number} */ intensity) =>
  Math.min(peak, intensity * bandwidth);

/** What binds that work. */
export const side = (/** @type {Roof} */ roof, /** @type {number} */ intensity) =>
  intensity < ridge(roof) ? "memory" : "compute";
