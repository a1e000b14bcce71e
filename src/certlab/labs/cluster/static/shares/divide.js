// @ts-check
/**
 * Quota and what is lent over it, as certlab.labs.cluster.shares divides GPUs between teams.
 *
 * @typedef {{ quota: number, asks: number, weight: number }} Team
 * @typedef {{ own: number, lent: number, waits: number }} Share GPUs of a team
 */

/**
 * What each team gets: `own` within its quota, `lent` over it, and what of its wish `waits`.
 *
 * @param {number} gpus
 * @param {Team[]} teams the quotas promise no more than `gpus`
 */
export function divide(gpus, teams) {
  const own = teams.map(({ quota, asks }) => Math.min(quota, asks));
  const lent = teams.map(() => 0);
  let left = gpus - own.reduce((sum, one) => sum + one, 0);
  const wants = (/** @type {number} */ n) => teams[n].asks - own[n] - lent[n];
  while (left > 0) {
    const wanting = [...teams.keys()].filter((n) => wants(n) > 0);
    const weights = wanting.reduce((sum, n) => sum + teams[n].weight, 0);
    if (!weights) break;
    // In parts of a GPU, `weights` of which are one.
    const parts = wanting.map((n) => Math.min(left * teams[n].weight, wants(n) * weights));
    const whole = parts.map((part) => Math.floor(part / weights));
    /** @type {number[][]} */
    let given = wanting.map((n, at) => [n, whole[at]]);
    if (!whole.some(Boolean))
      given = [...wanting.keys()]
        .sort((a, b) => parts[b] - parts[a])
        .slice(0, left)
        .map((at) => [wanting[at], parts[at] ? 1 : 0]);
    for (const [n, count] of given) {
      lent[n] += count;
      left -= count;
    }
  }
  return teams.map((_, n) => ({ own: own[n], lent: lent[n], waits: wants(n) }));
}
