// @ts-check
/**
 * Where an instance goes, its id, and what would have to go for it, as certlab.labs.mig has them.
 *
 * The rule and its evidence stand in certlab.labs.mig.placement; a page's table has, beside what
 * rules.js reads, `last`: the starts of a profile that the driver takes only when it must.
 *
 * @import { Instance, Layout, PageTable, Profile, Table } from "./boards.d.ts"
 */

import { fits, inTheWay, overlap, ranOut } from "./rules.js";

/**
 * Numbers one after the other, and lists of them, compared as Python compares tuples.
 *
 * @typedef {(number | number[])[]} Cost
 * @param {Cost} one
 * @param {Cost} other
 * @returns {number}
 */
function compare(one, other) {
  for (const [n, value] of one.entries()) {
    if (n >= other.length) return 1;
    const order = Array.isArray(value)
      ? compare(value, /** @type {number[]} */ (other[n]))
      : value - /** @type {number} */ (other[n]);
    if (order) return order;
  }
  return one.length - other.length;
}

/**
 * The one that costs least; the first among equals.
 *
 * @template T
 * @param {readonly T[]} every
 * @param {(one: T) => Cost} cost
 */
const least = (every, cost) =>
  every
    .map((one) => ({ one, cost: cost(one) }))
    .reduce((best, next) => (compare(next.cost, best.cost) < 0 ? next : best)).one;

/**
 * The start that the driver would take, of those that fit.
 *
 * @param {PageTable} table
 * @param {Layout} layout
 * @param {number} index
 * @param {number[]} starts
 */
export function choose(table, layout, index, starts) {
  const open = table.profiles.flatMap((_, other) =>
    fits(table, layout, other).map((start) => /** @type {const} */ ([other, start])),
  );
  /** @param {number} start */
  const lost = (start) => open.filter((place) => overlap(table, [index, start], place)).length;
  const late = (/** @type {number} */ start) => Number(table.profiles[index].last.includes(start));
  return least(starts, (start) => [late(start), lost(start), start]);
}

/**
 * nvidia-smi's id of an instance.
 *
 * @param {Table} table
 * @param {Profile} profile
 * @param {number} start
 */
export const idOf = (table, { size }, start) =>
  Math.floor(table.memory / size) - 1 + Math.floor(start / size);

/** @param {readonly Instance[]} layout */
const idsOf = (layout) => layout.map(([id]) => id).sort((a, b) => a - b);
const sizeOf = (/** @type {Table} */ table, /** @type {Layout} */ layout) =>
  layout.reduce((sum, [, index]) => sum + table.profiles[index].size, 0);

/**
 * Every choice of so many of a list.
 *
 * @template T
 * @param {T[]} list
 * @param {number} count
 * @returns {T[][]}
 */
function choices(list, count) {
  if (!count) return [[]];
  return list.flatMap((one, n) =>
    choices(list.slice(n + 1), count - 1).map((rest) => [one, ...rest]),
  );
}

/**
 * The cheapest instances to destroy for one place: those on its slices, and more only where they must.
 *
 * @param {Table} table
 * @param {readonly Instance[]} layout
 * @param {number} index
 * @param {number} start
 * @returns {Instance[]}
 */
function cleared(table, layout, index, start) {
  const within = inTheWay(table, layout, index, start);
  const others = layout.filter((one) => !within.includes(one));
  for (let count = 0; ; count += 1) {
    const enough = choices(others, count).filter((extra) => {
      const kept = others.filter((one) => !extra.includes(one));
      return !ranOut(table, kept, index).length;
    });
    if (enough.length) {
      const best = least(enough, (extra) => [sizeOf(table, extra), idsOf(extra)]);
      return [...within, ...best];
    }
  }
}

/**
 * The ids to destroy so that a profile fits, and where; `keep` is spared where there is another way.
 *
 * @param {Table} table
 * @param {readonly Instance[]} layout
 * @param {number} index
 * @param {number | null} start
 * @param {number[]} keep
 */
export function cheapest(table, layout, index, start, keep) {
  const starts = table.profiles[index].starts.filter((one) => start === null || one === start);
  const ways = starts.map((at) => ({ at, gone: cleared(table, layout, index, at) }));
  const { at, gone } = least(ways, (way) => [
    Number(way.gone.some(([id]) => keep.includes(id))),
    way.gone.length,
    sizeOf(table, way.gone),
    idsOf(way.gone),
  ]);
  return { ids: idsOf(gone), at };
}
