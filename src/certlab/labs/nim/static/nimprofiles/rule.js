// @ts-check
/**
 * Which profiles run and which is taken, as certlab.labs.nim.choice has it. Memory is in GB.
 *
 * @typedef {{ name: string, gpu: string, engine: string, precision: string, target: string, tp: number, pp: number, lora: boolean, needs: number }} Profile
 * @typedef {{ kind: string, count: number, room: number }} Machine
 * @typedef {{ engines: string[], precisions: string[] }} Order of 1.x, the first is taken before the others
 */

/**
 * [outcome, rule] of a profile on `count` GPUs of a kind with so much `room` in each.
 *
 * @param {Profile} profile
 * @param {{kind: string, count: number, room: number}} machine
 * @param {boolean} adapters
 * @returns {[string, string]}
 */
export function verdict(profile, machine, adapters) {
  const gpus = profile.tp * profile.pp;
  if (profile.gpu && profile.gpu !== machine.kind) return ["incompatible", "gpu-kind"];
  if (gpus > machine.count) return ["incompatible", "too-few"];
  if (adapters && !profile.lora) return ["left out", "no-lora"];
  if (profile.lora && !adapters) return ["left out", "lora"];
  return profile.needs > machine.room ? ["low memory", "memory"] : ["runnable", "runs"];
}

const place = (/** @type {string} */ name, /** @type {string[]} */ order) =>
  order.includes(name) ? order.indexOf(name) : order.length;

/**
 * Where a profile stands in the order of 1.x, the smallest first.
 *
 * @param {Profile} profile
 * @param {Order} order
 */
function rank(profile, order) {
  return [
    profile.gpu ? 0 : 1,
    place(profile.engine, order.engines),
    place(profile.precision, order.precisions),
    profile.target === "latency" ? 0 : 1,
    -profile.tp,
  ];
}

/** The first place in which two ranks differ, -1 where they are alike. */
export const decides = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
  a.findIndex((one, n) => one !== b[n]);

/**
 * The name of the profile that is taken, "" for none; by which place of the order, -1 where it needed none;
 * and how many run.
 *
 * @returns {[string, number, number]}
 *
 * @param {Profile[]} profiles
 * @param {Machine} machine
 * @param {string} release
 * @param {boolean} adapters
 * @param {Order} order
 */
export function choose(profiles, machine, release, adapters, order) {
  const runs = profiles.filter((one) => verdict(one, machine, adapters)[0] === "runnable");
  if (runs.length < 2) return [runs[0]?.name ?? "", -1, runs.length];
  if (release !== "1.x") return ["", -1, runs.length];
  const ranks = new Map(runs.map((one) => [one, rank(one, order)]));
  const before = (/** @type {Profile} */ one, /** @type {Profile} */ two) => {
    const [a, b] = [ranks.get(one) ?? [], ranks.get(two) ?? []];
    const at = decides(a, b);
    return at < 0 ? 0 : a[at] - b[at];
  };
  const [first, second] = [...runs].sort(before);
  const at = decides(ranks.get(first) ?? [], ranks.get(second) ?? []);
  return [at < 0 ? "" : first.name, at, runs.length];
}
