// @ts-check
/**
 * Why an instance has no place, in the sentences of certlab.labs.mig.placement_refusals.
 *
 * @import { Instance, Layout, Placed, Profile, Table } from "./boards.d.ts"
 */

import { inRow, t, tn } from "../../../../app/static/words.js";
import { cheapest } from "./choice.js";
import { fits, inTheWay } from "./rules.js";
import { listed, span } from "./words.js";

const called = (/** @type {Table} */ table, /** @type {Placed} */ [id, index]) =>
  t("{profile} (instance {id})", { profile: table.profiles[index].name, id });

/**
 * The refusal of a start that the profile never has.
 *
 * @param {Profile} profile
 * @param {number} start
 */
export function notAStart({ name, starts }, start) {
  return inRow(
    t("{profile} cannot start at memory slice {start}; it may start at {starts}.", {
      profile: name,
      start,
      starts: listed(starts, "or"),
    }),
    t("Nothing was changed."),
  );
}

/**
 * The refusal of a profile that fits nowhere now, or not at `start`.
 *
 * @param {Table} table
 * @param {readonly Instance[]} layout
 * @param {number} index
 * @param {number | null} start
 */
export function noRoom(table, layout, index, start) {
  const starts = table.profiles[index].starts.filter((one) => start === null || one === start);
  return inRow(
    memoryWords(table, layout, index, starts),
    ...besideWords(table, layout, index, starts),
    t("Nothing was changed."),
    wayOut(table, layout, index, start),
  );
}

/**
 * @param {Table} table
 * @param {Layout} layout
 * @param {number} index
 * @param {number[]} starts
 */
const isFree = (table, layout, index, starts) =>
  starts.some((start) => !inTheWay(table, layout, index, start).length);

/**
 * @param {Table} table
 * @param {Layout} layout
 * @param {number} index
 * @param {number[]} starts
 */
function memoryWords(table, layout, index, starts) {
  if (isFree(table, layout, index, starts)) return "";
  const { name, size } = table.profiles[index];
  const slices = new Set(starts.flatMap((start) => [...Array(size).keys()].map((n) => start + n)));
  const held = [...layout]
    .sort((one, other) => one[2] - other[2])
    .flatMap((one) => {
      const own = [...Array(table.profiles[one[1]].size).keys()].map((n) => one[2] + n);
      const taken = own.filter((slice) => slices.has(slice));
      return taken.length ? [{ span: span(taken[0], taken.length), name: called(table, one) }] : [];
    })
    .map((one, n) => (n ? t("{span} by {name}", one) : t("{span} is used by {name}", one)));
  return t("{profile} needs {wanted}, but {held}.", {
    profile: name,
    wanted: wantedWords(size, starts),
    held: listed(held),
  });
}

/**
 * @param {number} size
 * @param {number[]} starts
 */
function wantedWords(size, starts) {
  const [first, last] = [starts[0], starts[starts.length - 1]];
  if (size > 1)
    return t("memory slices {spans}", {
      spans: listed(
        starts.map((start) => span(start, size)),
        "or",
      ),
    });
  return starts.length > 1
    ? t("one of memory slices {span}", { span: span(first, last - first + 1) })
    : t("memory slice {n}", { n: first });
}

/**
 * A sentence for each other resource that ran out.
 *
 * @param {Table} table
 * @param {Layout} layout
 * @param {number} index
 * @param {number[]} starts
 */
function besideWords(table, layout, index, starts) {
  const { name, takes } = table.profiles[index];
  const used = (/** @type {string} */ limit) =>
    layout.reduce((sum, [, other]) => sum + (table.profiles[other].takes[limit] ?? 0), 0);
  const values = (/** @type {string} */ limit) => ({
    profile: name,
    wants: takes[limit],
    total: table.limits[limit],
    held: heldWords(table, layout, limit),
  });
  const left = (/** @type {string} */ limit) => table.limits[limit] - used(limit);
  const says = [];
  if (left("compute slices") < takes["compute slices"])
    says.push(
      tn(
        "It needs {wants} of {total} compute slices, but {n} is free: {held}.",
        "It needs {wants} of {total} compute slices, but {n} are free: {held}.",
        left("compute slices"),
        values("compute slices"),
      ),
    );
  if (!left(name) && table.limits[name] < table.profiles[index].starts.length) {
    const names = layout.filter(([, other]) => other === index).map((one) => called(table, one));
    says.push(
      t("A GPU can have {profile} at most {times}, and it has {names}.", {
        profile: name,
        times: timesWords(table.limits[name]),
        names: listed(names),
      }),
    );
  } else if (isFree(table, layout, index, starts))
    for (const [limit, engines] of Object.entries(engineNames()))
      if (left(limit) < (takes[limit] ?? 0))
        says.push(
          tn(
            "{profile} needs {wants} of {total} {engines}, but {n} is free: {held}.",
            "{profile} needs {wants} of {total} {engines}, but {n} are free: {held}.",
            left(limit),
            { ...values(limit), engines },
          ),
        );
  return says;
}

const engineNames = () => ({
  decoders: t("video decoders (DEC)"),
  encoders: t("video encoders (ENC)"),
  jpeg: t("JPEG engines (JPEG)"),
  ofa: t("optical flow engines (OFA)"),
});

/**
 * @param {Table} table
 * @param {Layout} layout
 * @param {string} limit
 */
function heldWords(table, layout, limit) {
  const held = layout.filter(([, index]) => table.profiles[index].takes[limit]);
  return listed(
    held.map((one, place) => {
      const given = { n: table.profiles[one[1]].takes[limit], name: called(table, one) };
      return place ? t("{n} by {name}", given) : t("{n} used by {name}", given);
    }),
  );
}

/** @param {number} n */
const timesWords = (n) => ({ 1: t("once"), 2: t("twice") })[n] ?? t("{n} times", { n });

/**
 * What to destroy, sparing instances of the same profile: those gain nothing.
 *
 * @param {Table} table
 * @param {readonly Instance[]} layout
 * @param {number} index
 * @param {number | null} start
 */
function wayOut(table, layout, index, start) {
  const same = layout.filter(([, other]) => other === index).map(([id]) => id);
  const { ids, at } = cheapest(table, layout, index, start, same);
  const elsewhere = fits(table, layout, index);
  return inRow(
    elsewhere.length ? t("It fits at {starts}.", { starts: listed(elsewhere, "or") }) : "",
    t("Destroying {names} would make room at {span}.", {
      names: listed(layout.filter(([id]) => ids.includes(id)).map((one) => called(table, one))),
      span: span(at, table.profiles[index].size),
    }),
  );
}
