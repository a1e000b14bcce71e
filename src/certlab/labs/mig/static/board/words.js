// @ts-check
/**
 * What the board says: spans, reasons, and the sentence about a ghost.
 *
 * @import { Layout, Place, Profile, Table, Where } from "./boards.d.ts"
 */

import { t, tn } from "../../../../app/static/words.js";
import { fits, inTheWay, more, ranOut, stranded } from "./rules.js";

/**
 * "4" or "4–7".
 *
 * @param {number} start
 * @param {number} size
 */
export const span = (start, size) => (size === 1 ? `${start}` : `${start}–${start + size - 1}`);

/**
 * "a, b and c", or with "or".
 *
 * @param {readonly (string | number)[]} names
 * @param {"and" | "or"} [last]
 * @returns {string}
 */
export function listed(names, last = "and") {
  const [tail, ...head] = [...names].reverse();
  if (!head.length) return `${tail ?? ""}`;
  const list = head.reverse().reduce((before, next) => t("{list}, {next}", { list: before, next }));
  return last === "or"
    ? t("{list} or {last}", { list, last: tail })
    : t("{list} and {last}", { list, last: tail });
}

/** What is said of a profile that fits no more. */
export const none = () => t("{n} more", { n: 0 });

/**
 * Slice numbers with runs drawn together: "0–2, 5".
 *
 * @param {number[]} numbers
 */
function runs(numbers) {
  /** @type {[start: number, size: number][]} */
  const found = [];
  for (const one of [...new Set(numbers)].sort((a, b) => a - b)) {
    const run = found.at(-1);
    if (run && run[0] + run[1] === one) run[1] += 1;
    else found.push([one, 1]);
  }
  return found.map(([start, size]) => span(start, size)).join(t(", "));
}

const places = (/** @type {Profile} */ { size }, /** @type {number[]} */ starts) =>
  size === 1 ? runs(starts) : starts.map((start) => span(start, size)).join(t(", "));

/**
 * Beside a profile: how many more fit, now or before and after a ghost, and why.
 *
 * @param {Table} table
 * @param {Layout} layout
 * @param {Layout | null} after
 * @param {number} index
 */
export function lane(table, layout, after, index) {
  const profile = table.profiles[index];
  const now = more(table, layout, index);
  if (!now) return { count: none(), why: whyNone(table, layout, index) };
  if (!after)
    return {
      count: t("{n} more", { n: now }),
      why: t("at {spans}", { spans: places(profile, fits(table, layout, index)) }),
    };
  const left = more(table, after, index);
  if (left && table.limits[profile.name] === 1 && profile.starts.length > 1) {
    return { count: `${now} → ${left}`, why: t("one per GPU") };
  }
  const free = fits(table, after, index);
  const why = left
    ? t("leaves {spans}", { spans: places(profile, free) })
    : t("needs {spans}", { spans: places(profile, fits(table, layout, index)) });
  return { count: `${now} → ${left}`, why };
}

/**
 * Why not one more of a profile fits.
 *
 * @param {Table} table
 * @param {Layout} layout
 * @param {number} index
 */
function whyNone(table, layout, index) {
  const profile = table.profiles[index];
  const open = profile.starts.filter((start) => !inTheWay(table, layout, index, start).length);
  if (open.length) return limitWords(table, layout, index);
  if (profile.size === table.memory)
    return t("needs all of {span}", { span: span(0, table.memory) });
  if (profile.starts.length > 2) return takenWords(table, layout, profile);
  const held = profile.starts.map((start) => {
    const [[, other, at]] = inTheWay(table, layout, index, start);
    const from = Math.max(start, at);
    const { name, size } = table.profiles[other];
    return [span(from, Math.min(start + profile.size, at + size) - from), name];
  });
  if (held.length === 1) {
    const [[where, name]] = held;
    const [only] = profile.starts.map((start) => span(start, profile.size));
    return where === only
      ? t("only {only}: {name} is there", { only, name })
      : t("only {only}: {name} is on {where}", { only, name, where });
  }
  return held.map(([where, name]) => `${where}: ${name}`).join(t("; "));
}

/**
 * For a profile of many starts: which slices are taken, and which free ones are no start.
 *
 * @param {Table} table
 * @param {Layout} layout
 * @param {Profile} profile
 */
function takenWords(table, layout, { starts }) {
  const taken = layout.flatMap(([, other, at]) =>
    [...Array(table.profiles[other].size).keys()].map((n) => at + n),
  );
  const free = [...Array(table.memory).keys()].filter(
    (slice) => !taken.includes(slice) && !starts.includes(slice),
  );
  const values = { taken: runs(taken), free: runs(free) };
  if (!free.length) return t("{taken} taken", values);
  return tn(
    "{taken} taken; {free} is no start",
    "{taken} taken; {free} are no start",
    free.length,
    values,
  );
}

/**
 * Which limit ran out, memory aside.
 *
 * @param {Table} table
 * @param {Layout} layout
 * @param {number} index
 */
function limitWords(table, layout, index) {
  const [name] = ranOut(table, layout, index);
  const { name: own } = table.profiles[index];
  if (name === own)
    return table.limits[name] === 1
      ? t("one per GPU")
      : t("{n} per GPU", { n: table.limits[name] });
  const held = layout.map(([, other]) => table.profiles[other]).filter(({ takes }) => takes[name]);
  return t("no {thing} left: {names}", {
    thing: table.called[name] ?? name,
    names: listed([...new Set(held.map((one) => one.name))]),
  });
}

/**
 * Free slices that nothing can take, and why; "" when there are none.
 *
 * @param {Table} table
 * @param {Layout} layout
 */
export function strandedWords(table, layout) {
  const { compute, memory } = stranded(table, layout);
  const says = [];
  if (compute.length)
    says.push(t("compute {spans} has no memory left next to it", { spans: runs(compute) }));
  if (memory.length) says.push(t("nothing may start at memory {spans}", { spans: runs(memory) }));
  return says.length ? t("stranded: {what}", { what: listed(says) }) : "";
}

/**
 * The sentence about a ghost: where it is, and what would no longer fit.
 *
 * @param {Table} table
 * @param {Layout} layout
 * @param {Layout} after
 * @param {Place} ghost
 * @param {Where | null} moving
 */
export function ghostWords(table, layout, after, { profile: index, start }, moving) {
  const profile = table.profiles[index];
  const open = fits(table, layout, index);
  const lost = table.profiles.filter(
    (_, one) => fits(table, layout, one).length && !fits(table, after, one).length,
  );
  const still = table.profiles.some((_, one) => fits(table, after, one).length);
  const values = {
    profile: profile.name,
    span: span(start, profile.size),
    start,
    starts: open.join(t(", ")),
  };
  const where = moving
    ? t("Moving {profile} to memory {span}, start {start} of {starts}.", values)
    : t("{profile} at memory {span}, start {start} of {starts}.", values);
  const names = listed(lost.map((one) => one.name));
  const follows = !still
    ? t("After it, nothing more fits.")
    : !lost.length
      ? t("Everything that fits now still fits after it.")
      : tn("After it, {names} no longer fits.", "After it, {names} no longer fit.", lost.length, {
          names,
        });
  return `${where} ${follows}`;
}
