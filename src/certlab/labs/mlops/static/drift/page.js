// @ts-check
/**
 * A column that moves: shift, rows, bins and week are chosen, and PSI and the KS test follow.
 *
 * @import { KS } from "./measures.js"
 * @typedef {{ shift: number, rows: string, bins: string, week: number }} Values the shift in tenths of a standard deviation
 * @typedef {{ moderate: number, large: number, significant: number }} Rules
 * @typedef {{ values: Values, before: number, mean: number, spread: number, unit: string, rules: Rules }} Begin
 * @typedef {{ then: number[], now: number[], edges: number[], expected: number[], actual: number[], psi: number, chance: number, test: KS }} Week
 */

import { decimals, grouped } from "../../../../app/static/drawing/quantities.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { inRow, t } from "../../../../app/static/words.js";
import { atMost, edgesOf, ks, psi, psiByChance, shares } from "./measures.js";
import { normals } from "./sample.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css", "drift.css"];

const HIGH = { bars: 200, curves: 190 };
const BOX = { top: 28, bottom: 38, left: 44, right: 10 };
const POINTS = 120; // of a curve
const WIDE = 4; // standard deviations to each side that the curves show
const ROWS = [100, 300, 1000, 10000];
const BINS = [5, 10, 20];
const WEEKS = 12;
const SEEDS = 320; // before those of the weeks; among these twelve, some alarm by chance and most do not

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin the column's `mean` and `spread` in its `unit`, `before` rows of reference, the `rules`, the first `values`
 */
export async function mount(el, begin) {
  const { values, before, mean, spread, unit, rules } = begin;
  const then = column(0, before, mean, spread);
  const week = remembered((/** @type {Values} */ now) => {
    const moved = mean + (now.shift / 10) * spread;
    return weekOf(
      then,
      column(SEEDS + now.week, Number(now.rows), moved, spread),
      Number(now.bins),
    );
  });
  new LivePicture(el, {
    root: "cl-drift",
    label: t("Has the column moved?"),
    values,
    controls: [
      {
        key: "shift",
        label: t("Shift, in standard deviations"),
        min: 0,
        max: 15,
        shown: (tenths) => decimals(tenths / 10, 1),
      },
      { key: "week", label: t("Week"), min: 1, max: WEEKS },
      { key: "rows", label: t("Rows of the week"), choices: ROWS.map((n) => [`${n}`, grouped(n)]) },
      { key: "bins", label: t("Bins"), choices: BINS.map((n) => [`${n}`, `${n}`]) },
    ],
    draw: (now, wide) => [
      drawBars(wide, week(now), unit),
      drawCurves(wide, week(now), mean, spread, unit),
    ],
    counts: (now) => counts(week(now)),
    says: (now) => says(now, week(now), rules),
  });
}

/**
 * Rows of a week, ascending.
 *
 * @param {number} seed
 * @param {number} rows
 * @param {number} mean
 * @param {number} spread
 */
const column = (seed, rows, mean, spread) =>
  normals(seed, rows)
    .map((one) => mean + spread * one)
    .sort((a, b) => a - b);

/**
 * Everything that follows from a week.
 *
 * @param {number[]} then
 * @param {number[]} now
 * @param {number} bins
 * @returns {Week}
 */
function weekOf(then, now, bins) {
  const edges = edgesOf(then, bins);
  const [expected, actual] = [shares(then, edges), shares(now, edges)];
  return {
    ...{ then, now, edges, expected, actual, psi: psi(expected, actual) },
    chance: psiByChance(bins, then.length, now.length),
    test: ks(then, now),
  };
}

/**
 * The last answer again, as long as the values are the same: a picture asks three times.
 *
 * @param {(now: Values) => Week} find
 */
function remembered(find) {
  let key = "";
  /** @type {Week} */
  let last;
  return (/** @type {Values} */ now) => {
    if (key !== JSON.stringify(now)) [key, last] = [JSON.stringify(now), find(now)];
    return last;
  };
}

const p = (/** @type {number} */ value) => (value < 0.001 ? "< 0.001" : decimals(value, 3));

/** @param {Week} week */
function counts({ psi, chance, test }) {
  return [
    [decimals(psi, 3), t("PSI")],
    [decimals(chance, 3), t("PSI by chance alone, on average")],
    [decimals(test.statistic, 3), t("D of the KS test")],
    [p(test.p), t("p-value of the KS test")],
  ];
}

/**
 * @param {Values} now
 * @param {Week} week
 * @param {Rules} rules
 */
function says({ shift, rows, bins }, { psi, test }, { moderate, large, significant }) {
  const given = { psi: decimals(psi, 3), rows: grouped(rows), bins };
  const rule =
    psi < moderate
      ? t("By the rule of thumb a PSI of {psi} is little change.", given)
      : psi <= large
        ? t("By the rule of thumb a PSI of {psi} is a moderate change.", given)
        : t("By the rule of thumb a PSI of {psi} is a large change.", given);
  const sure = test.p < significant;
  const chanced = sure
    ? t("The KS test finds a difference.")
    : t("The KS test finds no difference that chance could not bring.");
  return inRow(rule, chanced, meaning(shift > 0, psi >= moderate, sure, given));
}

/**
 * What the two measures and the truth make together.
 *
 * @param {boolean} moved
 * @param {boolean} alarm
 * @param {boolean} sure
 * @param {Record<string, string | number>} given
 */
function meaning(moved, alarm, sure, given) {
  if (!moved && alarm && sure) return t("Nothing moved: chance alone set off both alarms.");
  if (!moved && alarm)
    return t("Nothing moved: {rows} rows in {bins} bins are too few for this rule.", given);
  if (!moved && sure) return t("Nothing moved: this is the one week in twenty that chance brings.");
  if (!moved) return t("Nothing moved, and nothing alarms.");
  if (alarm && sure) return t("The column moved, and both say so.");
  if (sure) return t("The column moved, so little that the rule lets it pass.");
  if (alarm) return t("The column moved, but with so few rows the alarm might as well be chance.");
  return t("The column moved, and these few rows cannot show it.");
}

/**
 * Shares by bin: the reference as outlines, the week as bars.
 *
 * @param {number} wide
 * @param {Week} week
 * @param {string} unit
 */
function drawBars(wide, { edges, expected, actual }, unit) {
  const most = 1.1 * Math.max(0.3, ...expected, ...actual);
  const foot = HIGH.bars - BOX.bottom;
  const x = (/** @type {number} */ bin) =>
    BOX.left + (bin / expected.length) * (wide - BOX.left - BOX.right);
  const y = (/** @type {number} */ share) => foot - (share / most) * (foot - BOX.top);
  const box = (/** @type {number} */ n, /** @type {number} */ share, /** @type {string} */ name) =>
    shape("rect", {
      ...{ x: x(n) + 2, width: Math.max(1, x(1) - x(0) - 4), class: name },
      ...{ y: y(share), height: foot - y(share) },
    });
  const every = Math.ceil(edges.length / (wide < 480 ? 4 : 9));
  return canvas(
    wide,
    HIGH.bars,
    t("Share of the rows in each bin, of the reference and of the week"),
    ...legend(),
    ...percents(most, y, wide),
    actual.map((share, n) => box(n, share, "cl-now")),
    expected.map((share, n) => box(n, share, "cl-then")),
    shape("line", { x1: BOX.left, x2: wide - BOX.right, y1: foot, y2: foot, class: "cl-axis" }),
    edges
      .map((edge, n) =>
        n % every
          ? null
          : written(x(n + 1), foot + 15, decimals(edge, 1), {
              "text-anchor": "middle",
              class: "cl-faint",
            }),
      )
      .filter((one) => one !== null),
    written(wide - BOX.right, foot + 31, t("edges of the bins, in {unit}", { unit }), {
      "text-anchor": "end",
      class: "cl-faint",
    }),
  );
}

/**
 * The share at or below each value, for both, and where they are farthest apart.
 *
 * @param {number} wide
 * @param {Week} week
 * @param {number} mean
 * @param {number} spread
 * @param {string} unit
 */
function drawCurves(wide, { then, now, test }, mean, spread, unit) {
  const [from, to] = [mean - WIDE * spread, mean + WIDE * spread];
  const foot = HIGH.curves - BOX.bottom;
  const x = (/** @type {number} */ value) =>
    BOX.left + ((value - from) / (to - from)) * (wide - BOX.left - BOX.right);
  const y = (/** @type {number} */ share) => foot - share * (foot - BOX.top);
  const below = (/** @type {number[]} */ rows, /** @type {number} */ value) =>
    atMost(rows, value) / rows.length;
  const path = (/** @type {number[]} */ rows) =>
    `M${Array.from({ length: POINTS + 1 }, (_, n) => from + (n / POINTS) * (to - from))
      .map((value) => `${x(value).toFixed(1)} ${y(below(rows, value)).toFixed(1)}`)
      .join("L")}`;
  const marks = Array.from({ length: 5 }, (_, n) => from + (n / 4) * (to - from));
  return canvas(
    wide,
    HIGH.curves,
    t("Share of the rows at or below each value, of the reference and of the week"),
    written(BOX.left, 14, t("share at or below a value, and the greatest distance D"), {
      class: "cl-faint",
    }),
    ...percents(1, y, wide),
    shape("path", { d: path(then), class: "cl-line" }),
    shape("path", { d: path(now), class: "cl-line cl-you" }),
    shape("line", {
      ...{ x1: x(test.at), x2: x(test.at), class: "cl-apart" },
      ...{ y1: y(below(then, test.at)), y2: y(below(now, test.at)) },
    }),
    marks.map((value, n) =>
      written(x(value), foot + 15, decimals(value, 0), {
        "text-anchor": n === 0 ? "start" : n === 4 ? "end" : "middle",
        class: "cl-faint",
      }),
    ),
    written(wide - BOX.right, foot + 31, unit, { "text-anchor": "end", class: "cl-faint" }),
  );
}

/** Who is who, above the bars. */
const legend = () => [
  shape("rect", { x: BOX.left, y: 5, width: 11, height: 11, class: "cl-then" }),
  written(BOX.left + 17, 14, t("reference"), { class: "cl-faint" }),
  shape("rect", { x: BOX.left + 92, y: 5, width: 11, height: 11, class: "cl-now" }),
  written(BOX.left + 109, 14, t("the week"), { class: "cl-faint" }),
];

/**
 * A few levels of a share, with lines.
 *
 * @param {number} most
 * @param {(share: number) => number} y
 * @param {number} wide
 */
function percents(most, y, wide) {
  const step = [0.05, 0.1, 0.2, 0.25, 0.5].find((one) => most / one <= 5) ?? 0.5;
  const levels = Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, n) => n * step);
  return levels.flatMap((level) => [
    shape("line", {
      ...{ x1: BOX.left, x2: wide - BOX.right, class: "cl-rule" },
      ...{ y1: y(level), y2: y(level) },
    }),
    written(BOX.left - 6, y(level) + 4, t("{n} %", { n: Math.round(100 * level) }), {
      "text-anchor": "end",
      class: "cl-faint",
    }),
  ]);
}
