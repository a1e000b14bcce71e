// @ts-check
/**
 * What the heat map shows, as data: who stands where, in which order, and what a cell says.
 *
 * @import { Cells, Column, Counts, Learner, OwnCells } from "../classes.d.ts"
 */

const WEAK_TO_STRONG = [0.4, 0.6, 0.75]; // from where on a share has the next shade

/**
 * The share right of [n, right], drawn to one half while there is little: who has 0 of 1 may be lucky next.
 *
 * @param {Counts} counts
 */
export function smoothed(counts = [0, 0]) {
  const [n, right] = counts;
  return (right + 1) / (n + 2);
}

/**
 * [n, right] over all cells of a learner that are among the columns.
 *
 * @param {OwnCells | undefined} cells
 * @param {Column[]} columns
 * @returns {Counts}
 */
export function sumOf(cells, columns) {
  let [n, right] = [0, 0];
  for (const { key } of columns) {
    const cell = cells?.get(key);
    if (cell) [n, right] = [n + cell[0], right + cell[1]];
  }
  return [n, right];
}

/**
 * "1" (weak) to "4", or "0" where nothing was answered.
 *
 * @param {Counts} counts
 */
export function shadeOf([n, right] = [0, 0]) {
  if (!n) return "0";
  const share = right / n;
  return String(1 + WEAK_TO_STRONG.filter((from) => share >= from).length);
}

/**
 * "67 %" over "of 3"; a dash where nothing was answered.
 *
 * @param {Counts} counts
 */
export function cellText([n, right] = [0, 0]) {
  return n ? `${Math.round((100 * right) / n)} %\nof ${n}` : "–";
}

/**
 * The learners in the order "help", "name" or "seen", or by a column's key, weakest first.
 *
 * "help" begins with those who have raised the flag, then with the lowest share right.
 *
 * @param {Learner[]} learners
 * @param {Cells} cells
 * @param {Column[]} columns
 * @param {string} order
 */
export function inOrder(learners, cells, columns, order) {
  /** @type {(one: Learner, other: Learner) => number} */
  const name = (one, other) =>
    one.nickname.localeCompare(other.nickname) || (one.id < other.id ? -1 : 1);
  if (order === "name") return [...learners].sort(name);
  if (order === "seen")
    return [...learners].sort(
      (one, other) => (one.seen ?? "").localeCompare(other.seen ?? "") || name(one, other),
    );
  return learners
    .map((one) => ({ one, rank: rankOf(one, cells.get(one.id), columns, order) }))
    .sort((first, then) => first.rank - then.rank || name(first.one, then.one))
    .map(({ one }) => one);
}

/**
 * @param {Learner} learner
 * @param {OwnCells | undefined} cells
 * @param {Column[]} columns
 * @param {string} order
 */
function rankOf({ stuck }, cells, columns, order) {
  if (order !== "help") return cells?.get(order) ? smoothed(cells.get(order)) : 2; // nothing there: last
  const isStuck = stuck !== null && stuck !== undefined;
  return smoothed(sumOf(cells, columns)) - (isStuck ? 1 : 0);
}
