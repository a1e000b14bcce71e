// @ts-check
/**
 * What fits, from the table alone: masks of memory slices and counts of all else.
 *
 * A layout is a list of [id, profile, start]. The table's profiles carry `starts`, `size`
 * and `takes` ({limit's name: how many}); its `limits` say what an empty GPU has.
 *
 * @import { Layout, Placed, Profile, Table } from "./boards.d.ts"
 */

/**
 * @param {{ size: number }} given
 * @param {number} start
 */
const mask = ({ size }, start) => (2 ** size - 1) * 2 ** start;

/**
 * What a layout leaves: memory taken, a bit a slice, and what is left of each limit.
 *
 * @param {Table} table
 * @param {Layout} layout
 */
function room(table, layout) {
  const left = { ...table.limits };
  let taken = 0;
  for (const [, profile, start] of layout) {
    taken |= mask(table.profiles[profile], start);
    for (const [name, count] of Object.entries(table.profiles[profile].takes)) left[name] -= count;
  }
  return { taken, left };
}

/**
 * @param {Profile} profile
 * @param {Record<string, number>} left
 */
function enough(profile, left) {
  return Object.entries(profile.takes).every(([name, count]) => left[name] >= count);
}

/**
 * The starts a profile may take now.
 *
 * @param {Table} table
 * @param {Layout} layout
 * @param {number} index
 */
export function fits(table, layout, index) {
  const { taken, left } = room(table, layout);
  const profile = table.profiles[index];
  if (!enough(profile, left)) return [];
  return profile.starts.filter((start) => !(mask(profile, start) & taken));
}

/**
 * How many more of a profile fit now, placed one after the other.
 *
 * @param {Table} table
 * @param {Layout} layout
 * @param {number} index
 */
export function more(table, layout, index) {
  let count = 0;
  let now = layout;
  for (let [at] = fits(table, now, index); at !== undefined; [at] = fits(table, now, index)) {
    now = [...now, [null, index, at]];
    count += 1;
  }
  return count;
}

/**
 * Instances of a layout on the slices that a profile would take at a start.
 *
 * @template {Placed} P
 * @param {Table} table
 * @param {readonly P[]} layout
 * @param {number} index
 * @param {number} start
 */
export function inTheWay(table, layout, index, start) {
  const wanted = mask(table.profiles[index], start);
  return layout
    .filter(([, profile, at]) => mask(table.profiles[profile], at) & wanted)
    .sort((one, other) => one[2] - other[2]);
}

/**
 * Whether two places, [profile, start] each, share a memory slice.
 *
 * @param {Table} table
 * @param {readonly [number, number]} place
 * @param {readonly [number, number]} other
 */
export const overlap = (table, [index, start], [other, at]) =>
  (mask(table.profiles[index], start) & mask(table.profiles[other], at)) !== 0;

/**
 * Names of the limits, memory aside, that a profile has run out of.
 *
 * @param {Table} table
 * @param {Layout} layout
 * @param {number} index
 */
export function ranOut(table, layout, index) {
  const { left } = room(table, layout);
  return Object.entries(table.profiles[index].takes)
    .filter(([name, count]) => left[name] < count)
    .map(([name]) => name);
}

/** Memory columns a compute slice is drawn beside: 1, or 3 where 12 slices meet 4. */
export const beside = (/** @type {Table} */ table) => Math.floor(table.memory / table.compute);

/**
 * The compute slices an instance is drawn on, aligned with its memory.
 *
 * @param {Table} table
 * @param {number} index
 * @param {number} start
 */
export function computeSpan(table, index, start) {
  const first = Math.floor(start / beside(table));
  return [first, first + table.profiles[index].compute];
}

/**
 * Slices that are free and that nothing can take any more.
 *
 * @param {Table} table
 * @param {Layout} layout
 */
export function stranded(table, layout) {
  const compute = new Set(Array(table.compute).keys());
  const memory = new Set(Array(table.memory).keys());
  const cover = (/** @type {number} */ index, /** @type {number} */ start) => {
    const [first, end] = computeSpan(table, index, start);
    for (let slice = first; slice < end; slice += 1) compute.delete(slice);
    for (let n = 0; n < table.profiles[index].size; n += 1) memory.delete(start + n);
  };
  for (const [, index, start] of layout) cover(index, start);
  table.profiles.forEach((_, index) =>
    fits(table, layout, index).forEach((start) => cover(index, start)),
  );
  return { compute: [...compute], memory: [...memory] };
}

/**
 * The start of a profile whose slices hold a memory column; undefined when none does.
 *
 * @param {Profile} profile
 * @param {number} column
 */
export function startOver({ starts, size }, column) {
  return starts.find((start) => start <= column && column < start + size);
}
