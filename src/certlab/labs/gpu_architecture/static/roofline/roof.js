// @ts-check
/** What a machine allows, as certlab.labs.gpu_architecture.roofline.Roof has it; rates in any one unit. */

/** Operations a byte from which on the peak is what binds. */
export const ridge = ({ peak, bandwidth }) => peak / bandwidth;

/** Operations a second that work of so many operations a byte can reach. */
export const reached = ({ peak, bandwidth }, intensity) => Math.min(peak, intensity * bandwidth);

/** What binds that work. */
export const side = (roof, intensity) => (intensity < ridge(roof) ? "memory" : "compute");
