// @ts-check
/**
 * What a training reads and what storage gives, as certlab.labs.storage.need has it; in GB/s.
 *
 * @typedef {{ system: number, unit: number }} Level read by one system, and by a scalable unit together
 * @typedef {{ gpus: number, samples: number, kilobytes: number }} Job samples a second of each GPU, kB of a sample
 */

export const GPUS_A_SYSTEM = 8;

/**
 * What is `wanted` and `given`, and the share of the time in which the GPUs are `busy`.
 *
 * @param {Job} job of one scalable unit at most
 * @param {Level} level
 */
export function reading({ gpus, samples, kilobytes }, { system, unit }) {
  const wanted = (gpus * samples * kilobytes) / 1e6;
  const given = Math.min((gpus / GPUS_A_SYSTEM) * system, unit);
  return { wanted, given, busy: wanted ? Math.min(1, given / wanted) : 1 };
}
