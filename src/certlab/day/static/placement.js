// @ts-check
/** Where somebody who was asked some questions may enter an exam's path: the twin of certlab.day.placement. */

/**
 * The places of the steps, by their objectives, that the results cover.
 *
 * @param {string[][]} steps
 * @param {[objective: string, right: boolean][]} results
 */
export function maySkip(steps, results) {
  const of = (/** @type {boolean} */ wanted) =>
    results.filter(([, right]) => right === wanted).map(([objective]) => objective);
  const [right, wrong] = [of(true), of(false)];
  const knows = (/** @type {string} */ one) => right.includes(one) && !wrong.includes(one);
  return [...steps.keys()].filter((n) => steps[n].length && steps[n].every(knows));
}
