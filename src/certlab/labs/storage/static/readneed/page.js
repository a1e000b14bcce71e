// @ts-check
/**
 * What a training reads against what storage gives: GPUs, samples and their size are chosen.
 *
 * @import { Control } from "../../../../app/static/simulator/pictures.d.ts"
 * @import { Level } from "./need.js"
 * @typedef {{ systems: number, samples: number, kilobytes: number, level: string }} Values
 * @typedef {{ levels: Record<string, Level>, most: number, values: Values }} Begin
 */

import { amount, grouped } from "../../../../app/static/drawing/quantities.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { t } from "../../../../app/static/words.js";
import { GPUS_A_SYSTEM, reading } from "./need.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css"];

const BAR = 26;
const SAMPLES = 100; // a step of the slider
const KILOBYTES = 10;

const names = (/** @type {string} */ level) =>
  ({ good: t("good"), better: t("better"), best: t("best") })[level] ?? level;
const rate = (/** @type {number} */ value) =>
  t("{n} GB/s", { n: amount(Number(value.toPrecision(3))) });
const percent = (/** @type {number} */ share) => `${Math.round(100 * share)} %`;

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin the guideline's `levels`, the `most` systems, and the first `values`
 */
export async function mount(el, { levels, most, values }) {
  const job = (/** @type {Values} */ now) => ({
    gpus: now.systems * GPUS_A_SYSTEM,
    samples: now.samples * SAMPLES,
    kilobytes: now.kilobytes * KILOBYTES,
  });
  const at = (/** @type {Values} */ now, level = now.level) => reading(job(now), levels[level]);
  /** @type {(key: string, label: string, min: number, max: number, shown?: (value: number) => string) => Control} */
  const slider = (key, label, min, max, shown) => ({ key, label, min, max, shown });
  new LivePicture(el, {
    root: "cl-readneed",
    label: t("What a training reads"),
    values: {
      ...values,
      samples: Math.round(values.samples / SAMPLES),
      kilobytes: Math.round(values.kilobytes / KILOBYTES),
    },
    controls: [
      slider("systems", t("GPUs, eight in a system"), 1, most, (n) => String(n * GPUS_A_SYSTEM)),
      slider("samples", t("Samples a second for each GPU"), 1, 50, (n) => grouped(n * SAMPLES)),
      slider("kilobytes", t("Size of a sample"), 1, 100, (n) =>
        t("{n} kB", { n: grouped(n * KILOBYTES) }),
      ),
      {
        key: "level",
        label: t("Level of the storage"),
        choices: Object.keys(levels).map((level) => [level, names(level)]),
      },
    ],
    draw: (now, wide) => [drawBars(wide, now, levels, at)],
    counts: (now) => counts(now, at),
    says: (now) => says(now, at),
  });
}

/**
 * @param {Values} now
 * @param {(now: Values, level?: string) => ReturnType<typeof reading>} at
 */
function counts(now, at) {
  const { wanted, given, busy } = at(now);
  return [
    [rate(wanted), t("wanted by all GPUs")],
    [rate(wanted / now.systems), t("wanted by each system")],
    [rate(given), t("given by the storage")],
    [percent(busy), t("of the time the GPUs work")],
  ];
}

/**
 * @param {Values} now
 * @param {(now: Values, level?: string) => ReturnType<typeof reading>} at
 */
function says(now, at) {
  const { wanted, given, busy } = at(now);
  const said = {
    wanted: rate(wanted),
    given: rate(given),
    idle: percent(1 - busy),
    gpus: now.systems * GPUS_A_SYSTEM,
  };
  if (given >= wanted)
    return t("{gpus} GPUs want {wanted}. The storage can give {given}, so they do not wait.", said);
  return t(
    "{gpus} GPUs want {wanted}. The storage gives {given}, so they wait {idle} of the time, and more GPUs would wait longer.",
    said,
  );
}

/**
 * A bar for what is wanted, and one for each level.
 *
 * @param {number} wide
 * @param {Values} now
 * @param {Record<string, Level>} levels
 * @param {(now: Values, level?: string) => ReturnType<typeof reading>} at
 */
function drawBars(wide, now, levels, at) {
  const left = 84;
  const { wanted } = at(now);
  const bars = Object.keys(levels).map((level) => ({ level, given: at(now, level).given }));
  const most = 1.02 * Math.max(wanted, ...bars.map((one) => one.given));
  const x = (/** @type {number} */ value) => left + (value / most) * (wide - left - 12);
  /**
   * @param {number} row
   * @param {string} name
   * @param {number} value
   * @param {string} who
   * @param {boolean} chosen
   */
  const bar = (row, name, value, who, chosen) => {
    const y = 6 + row * (BAR + 12);
    const at = { "text-anchor": "end" };
    return shape(
      "g",
      { class: who },
      written(left - 10, y + 10, name, { ...at, class: chosen ? "cl-strong" : "" }),
      written(left - 10, y + 24, rate(value), { ...at, class: "cl-says" }),
      shape("rect", {
        ...{ x: left, y, width: Math.max(1, x(value) - left), height: BAR, rx: 3 },
        class: chosen ? "cl-in" : "cl-dashed",
        ...(chosen ? {} : { fill: "none", stroke: "currentColor" }),
      }),
    );
  };
  const high = 6 + 4 * (BAR + 12);
  return canvas(
    wide,
    high + 4,
    t("What is wanted, and what storage of each level gives"),
    bar(0, t("wanted"), wanted, "cl-who2", true),
    ...bars.map(({ level, given }, n) =>
      bar(n + 1, names(level), given, "cl-who1", level === now.level),
    ),
    shape("line", { x1: x(wanted), x2: x(wanted), y1: 2, y2: high - 8, class: "cl-you" }),
  );
}
