// @ts-check
/**
 * Renting or owning on a page: every assumption is a slider, and the break-even follows.
 *
 * @import { Assumptions } from "./cost.js"
 * @import { Control } from "../../../../app/static/simulator/pictures.d.ts"
 * @typedef {{ name: string, gpus: number, kw: number }} System
 * @typedef {Omit<Assumptions, "gpus" | "kw">} Values in the whole steps of the sliders
 * @typedef {{ system: System, values: Values }} Begin
 */

import { decimals, grouped } from "../../../../app/static/drawing/quantities.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { t } from "../../../../app/static/words.js";
import { reckon } from "./cost.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css"];

const HIGH = 260;
const BOX = { top: 18, bottom: 42, left: 56, right: 16 };

const usd = (/** @type {number} */ value) => t("{n} USD", { n: grouped(Math.round(value)) });
const cents = (/** @type {number} */ value) => t("{n} USD", { n: decimals(value, 2) });
const percent = (/** @type {number} */ value) => `${value} %`;

/** What the sliders hold in whole steps, as `reckon` takes it. */
const given = (/** @type {System} */ begin, /** @type {Values} */ values) => ({
  ...begin,
  price: values.price / 100,
  use: values.use / 100,
  purchase: values.purchase * 1000,
  support: values.support / 100,
  load: values.load / 100,
  pue: values.pue / 100,
  power: values.power / 100,
  monthly: values.monthly * 100,
  years: values.years,
});

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin `system` with `name`, `gpus` and `kw`, and the first `values` of the sliders
 */
export async function mount(el, { system, values }) {
  const of = (/** @type {Values} */ now) => given(system, now);
  /** @type {(key: string, label: string, min: number, max: number, shown?: (value: number) => string) => Control} */
  const slider = (key, label, min, max, shown) => ({ key, label, min, max, shown });
  new LivePicture(el, {
    root: "cl-breakeven",
    label: t("Rent or own"),
    values,
    controls: [
      slider("price", t("Rent of a GPU-hour"), 50, 1500, (value) => cents(value / 100)),
      slider("use", t("Hours in use"), 1, 100, percent),
      slider("purchase", t("Purchase of the system"), 50, 800, (value) => usd(value * 1000)),
      slider("support", t("Support a year, of the purchase"), 0, 25, percent),
      slider("load", t("Average power, of the maximum"), 10, 100, percent),
      slider("pue", t("PUE"), 100, 250, (value) => decimals(value / 100, 2)),
      slider("power", t("Price of a kWh"), 1, 60, (value) => cents(value / 100)),
      slider("monthly", t("Space and people a month"), 0, 200, (value) => usd(value * 100)),
      slider("years", t("Years of life"), 1, 8),
    ],
    draw: (now, wide) => [drawLines(wide, of(now))],
    counts: (now) => counts(of(now)),
    says: (now) => says(of(now)),
  });
}

/** @param {System & Assumptions} now */
function counts(now) {
  const { rent, own, energy, months, hour } = reckon(now);
  return [
    [months === null ? t("never") : t("{n} months", { n: decimals(months, 1) }), t("break-even")],
    [usd(rent), t("rent a month")],
    [usd(own), t("owning a month, with {n} of it for power", { n: usd(energy) })],
    [cents(hour), t("an owned GPU, for each hour of use")],
  ];
}

/** @param {System & Assumptions} now */
function says(now) {
  const { rent, own, months } = reckon(now);
  const values = { name: now.name, rent: usd(rent), own: usd(own), years: now.years };
  if (months === null)
    return t(
      "Renting costs {rent} a month and running your own {name} costs {own}, so you never save anything that could pay back the purchase.",
      values,
    );
  const when = decimals(months, 1);
  return months <= 12 * now.years
    ? t(
        "Buying a {name} pays for itself after {when} months, which is within its {years} years, because {own} a month replaces a rent of {rent}.",
        { ...values, when },
      )
    : t(
        "Buying a {name} would pay for itself only after {when} months, which is longer than its {years} years, so rent it.",
        { ...values, when },
      );
}

/**
 * @param {number} wide
 * @param {System & Assumptions} now
 */
function drawLines(wide, now) {
  const { rent, own, months } = reckon(now);
  const end = 12 * now.years;
  const most = Math.max(now.purchase + own * end, rent * end);
  const x = (/** @type {number} */ month) =>
    BOX.left + (month / end) * (wide - BOX.left - BOX.right);
  const y = (/** @type {number} */ cost) =>
    HIGH - BOX.bottom - (cost / most) * (HIGH - BOX.top - BOX.bottom);
  const low = y(0);
  /**
   * @param {number} n
   * @param {number} from
   * @param {number} slope
   * @param {string} name
   */
  const line = (n, from, slope, name) => {
    const high = y(from + slope * end);
    return shape(
      "g",
      { class: `cl-who${n}` },
      shape("path", { d: `M${x(0)} ${y(from)}L${x(end)} ${high}`, class: "cl-line" }),
      written(x(end) - 4, high + (n ? 16 : -6), name, {
        "text-anchor": "end",
        class: "cl-strong cl-halo",
      }),
    );
  };
  const meets = months !== null && months <= end;
  return canvas(
    wide,
    HIGH,
    t("Total cost in thousand USD over years"),
    ...ticks(x, y, most, now.years),
    shape("line", { x1: BOX.left, x2: x(end), y1: low, y2: low, class: "cl-axis" }),
    written(8, 11, t("thousand USD"), { class: "cl-faint" }),
    written(x(end), HIGH - 4, t("years"), { "text-anchor": "end", class: "cl-faint" }),
    line(0, 0, rent, t("rented")),
    line(1, now.purchase, own, t("owned")),
    ...(meets
      ? [
          shape("line", {
            x1: x(months),
            x2: x(months),
            y1: low,
            y2: y(rent * months),
            class: "cl-you",
          }),
          shape("circle", { cx: x(months), cy: y(rent * months), r: 6, class: "cl-dot" }),
        ]
      : []),
  );
}

/**
 * Lines across at round costs, and the years below.
 *
 * @param {(month: number) => number} x
 * @param {(cost: number) => number} y
 * @param {number} most
 * @param {number} years
 */
function ticks(x, y, most, years) {
  const step = [50, 100, 200, 500, 1000, 2000, 5000, 10000].find((k) => most / (k * 1000) <= 5);
  const marks = [];
  for (let k = 0; k * 1000 <= most; k += step ?? 20000)
    marks.push(
      shape("line", {
        x1: BOX.left,
        x2: x(12 * years),
        y1: y(k * 1000),
        y2: y(k * 1000),
        class: "cl-rule",
      }),
      written(BOX.left - 8, y(k * 1000) + 4, grouped(k), {
        "text-anchor": "end",
        class: "cl-faint",
      }),
    );
  for (let year = 0; year <= years; year += 1)
    marks.push(
      written(x(12 * year), y(0) + 18, String(year), {
        "text-anchor": "middle",
        class: "cl-faint",
      }),
    );
  return marks;
}
