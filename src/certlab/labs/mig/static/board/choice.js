// @ts-check
/**
 * Where an instance goes, its id, and what would have to go for it, as certlab.labs.mig has them.
 *
 * The rule and its evidence stand in certlab.labs.mig.placement; a page's table has, beside what
 * rules.js reads, `last`: the starts of a profile that the driver takes only when it must.
 */

import { fits, inTheWay, overlap, ranOut } from "./rules.js";

/** Numbers one after the other, and lists of them, compared as Python compares tuples. */
function compare(one, other) {
  for (const [n, value] of one.entries()) {
    if (n >= other.length) return 1;
    const found = Array.isArray(value) ? compare(value, other[n]) : value - other[n];
    if (found) return found;
  }
  return one.length - other.length;
}

/** The one that costs least; the first among equals. */
const least = (every, cost) =>
  every
    .map((one) => ({ one, cost: cost(one) }))
    .reduce((best, next) => (compare(next.cost, best.cost) < 0 ? next : best)).one;

/** The start that the driver would take, of those that fit. */
export function choose(table, layout, index, starts) {
  const open = table.profiles.flatMap((_, other) =>
    fits(table, layout, other).map((start) => [other, start]),
  );
  const lost = (start) => open.filter((place) => overlap(table, [index, start], place)).length;
  const late = (start) => Number(table.profiles[index].last.includes(start));
  return least(starts, (start) => [late(start), lost(start), start]);
}

/** nvidia-smi's id of an instance. */
export const idOf = (table, { size }, start) =>
  Math.floor(table.memory / size) - 1 + Math.floor(start / size);

const idsOf = (layout) => layout.map(([id]) => id).sort((a, b) => a - b);
const sizeOf = (table, layout) =>
  layout.reduce((sum, [, index]) => sum + table.profiles[index].size, 0);

/** Every choice of so many of a list. */
function choices(list, count) {
  if (!count) return [[]];
  return list.flatMap((one, n) =>
    choices(list.slice(n + 1), count - 1).map((rest) => [one, ...rest]),
  );
}

/** The cheapest instances to destroy for one place: those on its slices, and more only where they must. */
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

/** The ids to destroy so that a profile fits, and where; `keep` is spared where there is another way. */
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
