// @ts-check
/**
 * Whether an image runs on a host, as certlab.labs.containers.images has it.
 *
 * @typedef {{ capability: string, data_centre: boolean, last_driver: number, first_cuda: string }} Gpu
 * @typedef {{ oldest: Record<string, number>, capability: string, cuda: Record<string, string> }} Rules
 */

const pair = (/** @type {string} */ version) => version.split(".").slice(0, 2).map(Number);

/**
 * Whether version a is before b, in major and minor number.
 *
 * @param {string} a
 * @param {string} b
 */
function older(a, b) {
  const [left, right] = [pair(a), pair(b)];
  return left[0] < right[0] || (left[0] === right[0] && left[1] < right[1]);
}

/**
 * [outcome, rule] of an image with that CUDA.
 *
 * A GPU has a `capability`, `data_centre`, `last_driver` (0 for none) and `first_cuda`; the table has `oldest`
 * driver branches by CUDA's major, the `capability` that CUDA 13 begins with, and the `cuda` of each branch.
 *
 * @returns {[string, string]}
 *
 * @param {string} cuda
 * @param {Gpu} gpu
 * @param {number} branch
 * @param {Rules} table
 */
export function fits(cuda, gpu, branch, table) {
  const major = pair(cuda)[0];
  const own = table.cuda[branch];
  if (gpu.last_driver && branch > gpu.last_driver) return ["never", "gpu-dropped-by-driver"];
  if (own && older(own, gpu.first_cuda)) return ["never", "driver-older-than-gpu"];
  if (major >= 13 && older(gpu.capability, table.capability))
    return ["never", "no-code-for-old-gpu"];
  if (older(cuda, gpu.first_cuda)) return ["perhaps", "no-code-for-new-gpu"];
  if (branch >= table.oldest[major])
    return ["runs", own && !older(own, cuda) ? "backward" : "minor-version"];
  return gpu.data_centre ? ["perhaps", "forward"] : ["never", "driver-too-old"];
}
