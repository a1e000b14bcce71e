// @ts-check
/**
 * A step of a training on a page: one adapter of one server may be slow, and everybody waits for it.
 *
 * @import { Control } from "../../../../app/static/simulator/pictures.d.ts"
 * @typedef {{ compute: number, gigabytes: number, servers: number, adapters: number | string, worst: number }} Values the slowest adapter in per cent
 * @typedef {{ rate: number, adapters: number[], values: Values }} Begin
 */

import { amount, decimals, percentText } from "../../../../app/static/drawing/quantities.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { t } from "../../../../app/static/words.js";
import { stepTimes } from "./step.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css"];

const BAR = 24;
const ROW = 36;
const TOP = 26;

const ms = (/** @type {number} */ value) => t("{n} ms", { n: amount(Math.round(value)) });

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin the `rate` of an adapter in GB/s, the numbers of `adapters`, and the first `values`
 */
export async function mount(el, { rate, adapters, values }) {
  const at = (/** @type {Values} */ now) =>
    stepTimes({ ...now, rate, adapters: Number(now.adapters), worst: now.worst / 100 });
  /** @type {(key: string, label: string, min: number, max: number, shown?: (value: number) => string) => Control} */
  const slider = (key, label, min, max, shown) => ({ key, label, min, max, shown });
  new LivePicture(el, {
    root: "cl-exchange",
    label: t("A step waits for the slowest adapter"),
    values: { ...values, adapters: String(values.adapters) },
    controls: [
      slider("worst", t("Rate of one bad adapter"), 5, 100, (n) => `${n} %`),
      slider("gigabytes", t("Gradients"), 1, 200, (n) => t("{n} GB", { n })),
      {
        key: "adapters",
        label: t("Adapters of a server, {n} GB/s each", { n: amount(rate) }),
        choices: adapters.map((n) => [String(n), String(n)]),
      },
      slider("servers", t("Servers"), 2, 200),
      slider("compute", t("Computing in a step"), 10, 1000, ms),
    ],
    draw: (now, wide) => [drawStep(wide, now, at(now))],
    counts: (now) => counts(now, at(now)),
    says: (now) => says(now, at(now)),
  });
}

/**
 * @param {Values} now
 * @param {ReturnType<typeof stepTimes>} times
 */
function counts(now, { exchange, whole, idle }) {
  return [
    [ms(whole), t("a step")],
    [ms(now.compute + exchange), t("a step without the bad adapter")],
    [percentText(idle), t("of the time the GPUs do not compute")],
  ];
}

/**
 * @param {Values} now
 * @param {ReturnType<typeof stepTimes>} times
 */
function says(now, { exchange, slowest, whole }) {
  const given = { exchange: ms(exchange), slowest: ms(slowest), servers: now.servers };
  if (now.worst === 100)
    return t(
      "All adapters are equal, so each of {servers} servers exchanges for {exchange}.",
      given,
    );
  const more = decimals((100 * whole) / (now.compute + exchange) - 100, 0);
  return t(
    "One adapter needs {slowest} where the others need {exchange}. All {servers} servers wait for it, and each step takes {more} % longer.",
    { ...given, more },
  );
}

/**
 * Three healthy servers, and the one with the bad adapter.
 *
 * @param {number} wide
 * @param {Values} now
 * @param {ReturnType<typeof stepTimes>} times
 */
function drawStep(wide, now, { exchange, slowest, whole }) {
  const left = 92;
  const x = (/** @type {number} */ time) => left + (time / whole) * (wide - left - 14);
  const slow = now.worst < 100;
  const shown = Math.min(3, now.servers - 1);
  const row = (
    /** @type {number} */ n,
    /** @type {string} */ name,
    /** @type {number} */ takes,
  ) => {
    const y = TOP + n * ROW;
    const bar = (
      /** @type {number} */ from,
      /** @type {number} */ to,
      /** @type {object} */ more,
    ) =>
      shape("rect", { x: x(from), y, width: Math.max(1, x(to) - x(from)), height: BAR, ...more });
    const end = now.compute + takes;
    const waits = { fill: "none", stroke: "currentColor", class: "cl-dashed" };
    return [
      written(left - 10, y + 16, name, {
        "text-anchor": "end",
        class: takes > exchange ? "cl-strong" : "",
      }),
      shape("g", { class: "cl-who2" }, bar(0, now.compute, { class: "cl-in" })),
      shape("g", { class: "cl-who1" }, bar(now.compute, end, { class: "cl-in" })),
      whole - end > 0.005 * whole ? bar(end, whole, waits) : null,
    ];
  };
  const rows = [...Array(shown).keys()].map((n) => row(n, t("server {n}", { n: n + 1 }), exchange));
  const low = TOP + (shown + 1) * ROW;
  return canvas(
    wide,
    low + 26,
    t("A step on each server, over time"),
    ...rows,
    row(shown, slow ? t("bad adapter") : t("the others"), slow ? slowest : exchange),
    written(left, low + 10, "0", { class: "cl-faint" }),
    written(x(whole), low + 10, ms(whole), { "text-anchor": "end", class: "cl-faint" }),
    ...key(left),
  );
}

/**
 * What the bars are.
 *
 * @param {number} left
 */
function key(left) {
  const boxes = [
    [t("computing"), "cl-who2", "cl-in"],
    [t("exchanging"), "cl-who1", "cl-in"],
    [t("waiting"), "", "cl-dashed"],
  ];
  return boxes.map(([name, who, kind], n) =>
    shape(
      "g",
      { class: who },
      shape("rect", {
        ...{ x: left + n * 92, y: 2, width: 12, height: 12, class: kind },
        ...(who ? {} : { fill: "none", stroke: "currentColor" }),
      }),
      written(left + n * 92 + 18, 12, name, { class: "cl-says" }),
    ),
  );
}
