// @ts-check
/**
 * The audit of decisions by a threshold for each group, as certlab.labs.trustworthy_ai.bias.picture has it.
 *
 * @typedef {ReturnType<typeof audit>} Audit
 */

/**
 * People and repayments at or above a threshold.
 *
 * @param {number[]} scores of the columns, each the share that repays
 * @param {number[]} people in each column
 * @param {number} threshold
 */
function group(scores, people, threshold) {
  let [all, good, approved, both] = [0, 0, 0, 0];
  scores.forEach((score, n) => {
    const repaid = people[n] * score;
    all += people[n];
    good += repaid;
    if (score < threshold) return;
    approved += people[n];
    both += repaid;
  });
  return {
    all,
    approved: approved / all,
    opportunity: both / good,
    repay: approved ? both / approved : null,
    right: both + (all - approved) - (good - both),
  };
}

/**
 * Rates of two groups, their gaps, and the accuracy, all 0 to 1.
 *
 * @param {number[]} scores
 * @param {number[]} a people of group A in each column
 * @param {number[]} b the same of group B
 * @param {number[]} thresholds of A and of B
 */
export function audit(scores, a, b, [ofA, ofB]) {
  const [one, two] = [group(scores, a, ofA), group(scores, b, ofB)];
  const gap = (/** @type {"approved" | "opportunity" | "repay"} */ measure) =>
    one[measure] === null || two[measure] === null ? 0 : Math.abs(one[measure] - two[measure]);
  return {
    a: one,
    b: two,
    gaps: { approved: gap("approved"), opportunity: gap("opportunity"), repay: gap("repay") },
    accuracy: (one.right + two.right) / (one.all + two.all),
  };
}
