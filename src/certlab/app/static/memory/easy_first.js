// @ts-check
/**
 * Somebody's very first question: one to recall, of which one option is right.
 *
 * @typedef {{ kind: string, show: { level: string } }} Levelled
 */

const LEVELS = ["recall", "apply", "analyse"];

/**
 * The same entries; for somebody new an easy one is moved to the front, where there is one. The twin
 * of certlab.study.easy_first.
 *
 * @template {Levelled} E
 * @param {E[]} entries
 * @returns {E[]}
 */
export function easyFirst(entries) {
  const [easy] = entries
    .filter(({ kind }) => kind === "single")
    .sort((one, other) => LEVELS.indexOf(one.show.level) - LEVELS.indexOf(other.show.level));
  return easy ? [easy, ...entries.filter((one) => one !== easy)] : entries;
}
