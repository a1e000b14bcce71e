// @ts-check
/**
 * A GPU in a line of words, and the goal, as certlab.labs.mig.summary and widgets.state have them.
 *
 * @import { Goal, Layout, Table } from "./boards.d.ts"
 */

import { decimals } from "../../../../app/static/drawing/quantities.js";
import { inRow, t, tn } from "../../../../app/static/words.js";
import { fits, stranded } from "./rules.js";
import { listed } from "./words.js";

/**
 * What stands on a GPU, what of it is in use, what still fits.
 *
 * @param {Table} table
 * @param {Layout} layout
 */
export function gpuWords(table, layout) {
  const standing = layout.length
    ? [tn("{n} instance.", "{n} instances.", layout.length), useWords(table, layout)]
    : [t("No instances.")];
  const open = table.profiles
    .map(({ name }, index) => ({ name, starts: fits(table, layout, index) }))
    .filter(({ name, starts }) => starts.length && !/[+-]/.test(name))
    .map(({ name, starts }) => t("{name} at {starts}", { name, starts: listed(starts, "or") }));
  return inRow(...standing, open.length ? openWords(open) : closedWords(table, layout));
}

const openWords = (/** @type {string[]} */ open) =>
  t("One more of these fits: {list}.", {
    list: open.reduce((list, next) => t("{list}; {next}", { list, next })),
  });

/**
 * @param {Table} table
 * @param {Layout} layout
 */
function useWords(table, layout) {
  const whole = table.profiles.find(({ size }) => size === table.memory);
  const own = layout.map(([, index]) => table.profiles[index]);
  if (!whole || [whole, ...own].some(({ sms, gib }) => sms === null || gib === null)) return "";
  /** @param {"sms" | "gib"} key */
  const sum = (key) => own.reduce((all, profile) => all + Number(profile[key]), 0);
  return t("{sms} of {all_sms} SMs and {gib} of {all_gib} GiB are in use.", {
    sms: sum("sms"),
    all_sms: whole.sms,
    gib: decimals(sum("gib"), 2),
    all_gib: decimals(Number(whole.gib), 2),
  });
}

/**
 * @param {Table} table
 * @param {Layout} layout
 */
function closedWords(table, layout) {
  const { compute, memory } = stranded(table, layout);
  const parts = [
    compute.length && tn("{n} compute slice", "{n} compute slices", compute.length),
    memory.length && tn("{n} memory slice", "{n} memory slices", memory.length),
  ].filter(Boolean);
  if (!parts.length) return t("Nothing more fits.");
  return tn(
    "Nothing more fits: {what} is stranded.",
    "Nothing more fits: {what} are stranded.",
    compute.length + memory.length,
    { what: listed(parts) },
  );
}

/**
 * Each profile of a goal, and whether it stands; {} without a goal.
 *
 * @param {string[]} wanted
 * @param {string[]} names
 * @returns {Partial<Goal>}
 */
export function goalOf(wanted, names) {
  if (!wanted.length) return {};
  const left = [...names];
  const rows = wanted.map((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return { name, done: at >= 0 };
  });
  const missing = rows.filter(({ done }) => !done).map(({ name }) => name);
  return {
    wanted: rows,
    done: !missing.length,
    words: missing.length
      ? t("Goal: still to place {names}.", { names: missing.join(t(", ")) })
      : t("Goal reached."),
  };
}
