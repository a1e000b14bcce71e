// @ts-check
/**
 * Verdicts: { outcome, score, say, parts }; see study/verdicts.py.
 *
 * @import { PartRule, Verdict } from "./keys.d.ts"
 */

/**
 * Right or wrong, all or nothing.
 *
 * @param {boolean} right
 * @param {string} say
 * @param {Verdict["parts"]} parts
 * @returns {Verdict}
 */
export function judged(right, say = "", parts = {}) {
  return { outcome: right ? "correct" : "wrong", score: right ? 1 : 0, say, parts };
}

/**
 * The verdict on what is no answer.
 *
 * @param {string} say
 * @returns {Verdict}
 */
export function noAnswer(say) {
  return { outcome: "invalid", score: 0, say, parts: {} };
}

/**
 * The verdict on several parts, { id: right }, by the rule "all" or "each"; `words` says how many.
 *
 * @param {Verdict["parts"]} parts
 * @param {PartRule} rule
 * @param {(values: { n: number, count: number }) => string} words
 * @returns {Verdict}
 */
export function creditFor(parts, rule, words) {
  const all = Object.values(parts);
  const right = all.filter(Boolean).length;
  if (right === all.length) return judged(true, "", parts);
  const score = rule === "each" ? right / all.length : 0;
  const say = all.length > 1 ? words({ n: right, count: all.length }) : "";
  return { outcome: "wrong", score, say, parts };
}
