// @ts-check
/**
 * A step on many servers with one slow adapter, as certlab.labs.networking.exchange has it; in ms, GB and GB/s.
 *
 * @typedef {{ compute: number, gigabytes: number, servers: number, adapters: number, rate: number, worst: number }} Step
 */

/**
 * The exchange at the full rate, and what it takes the slowest adapter; the `whole` step, and the share in which GPUs are `idle`.
 *
 * @param {Step} step
 */
export function stepTimes({ compute, gigabytes, servers, adapters, rate, worst }) {
  const each = (((2 * (servers - 1)) / servers) * gigabytes) / adapters;
  const exchange = (1000 * each) / rate;
  const slowest = exchange / worst;
  const whole = compute + slowest;
  return { exchange, slowest, whole, idle: 1 - compute / whole };
}
