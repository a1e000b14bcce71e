/** What the board says: spans, reasons, and the sentence about a ghost. */

import { fits, inTheWay, more, ranOut, stranded } from "./boardrules.js";

/** "4" or "4–7". */
export const span = (start, size) => (size === 1 ? `${start}` : `${start}–${start + size - 1}`);

/** "a, b and c". */
export function list(words, last = "and") {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** Slice numbers with runs drawn together: "0–2, 5". */
function runs(numbers) {
  const found = [];
  for (const one of [...new Set(numbers)].sort((a, b) => a - b)) {
    const run = found.at(-1);
    if (run && run[0] + run[1] === one) run[1] += 1;
    else found.push([one, 1]);
  }
  return found.map(([start, size]) => span(start, size)).join(", ");
}

const places = ({ size }, starts) => (size === 1 ? runs(starts) : starts.map((start) => span(start, size)).join(", "));

/** Beside a profile: how many more fit, now or before and after a ghost, and why. */
export function lane(table, layout, after, index) {
  const profile = table.profiles[index];
  const now = more(table, layout, index);
  if (!now) return { count: "0 more", why: whyNone(table, layout, index) };
  if (!after) return { count: `${now} more`, why: `at ${places(profile, fits(table, layout, index))}` };
  const left = more(table, after, index);
  if (left && table.limits[profile.name] === 1 && profile.starts.length > 1) {
    return { count: `${now} → ${left}`, why: "one per GPU" };
  }
  const free = fits(table, after, index);
  const why = left ? `leaves ${places(profile, free)}` : `needs ${places(profile, fits(table, layout, index))}`;
  return { count: `${now} → ${left}`, why };
}

/** Why not one more of a profile fits. */
export function whyNone(table, layout, index) {
  const profile = table.profiles[index];
  const open = profile.starts.filter((start) => !inTheWay(table, layout, index, start).length);
  if (open.length) return limitWords(table, layout, index);
  if (profile.size === table.memory) return `needs all of ${span(0, table.memory)}`;
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
    return `only ${only}: ${name} is ${where === only ? "there" : `on ${where}`}`;
  }
  return held.map(([where, name]) => `${where}: ${name}`).join("; ");
}

/** For a profile of many starts: which slices are taken, and which free ones are no start. */
function takenWords(table, layout, { starts }) {
  const taken = layout.flatMap(([, other, at]) => [...Array(table.profiles[other].size).keys()].map((n) => at + n));
  const free = [...Array(table.memory).keys()].filter((slice) => !taken.includes(slice) && !starts.includes(slice));
  const rest = free.length ? `; ${runs(free)} ${free.length > 1 ? "are" : "is"} no start` : "";
  return `${runs(taken)} taken${rest}`;
}

/** Which limit ran out, memory aside. */
function limitWords(table, layout, index) {
  const [name] = ranOut(table, layout, index);
  const { name: own } = table.profiles[index];
  if (name === own) return table.limits[name] === 1 ? "one per GPU" : `${table.limits[name]} per GPU`;
  const held = layout.map(([, other]) => table.profiles[other]).filter(({ takes }) => takes[name]);
  return `no ${table.called[name] ?? name} left: ${list([...new Set(held.map((one) => one.name))])}`;
}

/** Free slices that nothing can take, and why; "" when there are none. */
export function strandedWords(table, layout) {
  const { compute, memory } = stranded(table, layout);
  const says = [];
  if (compute.length) says.push(`compute ${runs(compute)} has no memory left beside it`);
  if (memory.length) says.push(`nothing may start at memory ${runs(memory)}`);
  return says.length ? `stranded: ${list(says)}` : "";
}

/** The sentence about a ghost: where it is, and what would no longer fit. */
export function ghostWords(table, layout, after, { profile: index, start }, moving) {
  const profile = table.profiles[index];
  const open = fits(table, layout, index);
  const lost = table.profiles.filter((_, one) => fits(table, layout, one).length && !fits(table, after, one).length);
  const still = table.profiles.some((_, one) => fits(table, after, one).length);
  const what = moving ? `Moving ${profile.name} to` : `${profile.name} at`;
  const where = `${what} memory ${span(start, profile.size)}, start ${start} of ${open.join(", ")}.`;
  if (!still) return `${where} After it, nothing more fits.`;
  if (!lost.length) return `${where} All that fits now still fits after it.`;
  const names = list(lost.map((one) => one.name));
  return `${where} After it, ${names} no longer ${lost.length > 1 ? "fit" : "fits"}.`;
}
