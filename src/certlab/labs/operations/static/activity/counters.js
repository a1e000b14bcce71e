// @ts-check
/**
 * What a GPU's counters say of a job, as certlab.labs.operations.activity has it.
 *
 * @typedef {{ runs: number, sms: number, warps: number, tensor: number }} Job shares of the time, SMs with work and warps on each
 */

/**
 * Utilisation, SM activity, SM occupancy and Tensor activity, 0 to 1.
 *
 * @param {Job} job
 * @param {number} sms of the GPU
 * @param {number} warps that an SM holds at most
 */
export function counters(job, sms, warps) {
  const active = (job.runs * job.sms) / sms;
  return {
    utilisation: job.runs,
    active,
    occupancy: (active * job.warps) / warps,
    tensor: active * job.tensor,
  };
}
