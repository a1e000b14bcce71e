// @ts-check
/** Where somebody who was asked some questions may enter an exam's path: the twin of certlab.day.placement. */

const ENOUGH = 2; // right answers about a step: one alone may be a lucky guess

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
  const isKnown = (/** @type {string[]} */ step) =>
    step.length &&
    step.every(knows) &&
    results.filter(([one]) => step.includes(one)).length >= ENOUGH;
  return [...steps.keys()].filter((n) => isKnown(steps[n]));
}
