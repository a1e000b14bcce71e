// @ts-check
/**
 * A calibrator's choice on a page: how much of a histogram is kept, and what that costs.
 *
 * @typedef {ReturnType<typeof loss>} Loss
 * @typedef {{ max: number, entropy: number, error: number }} Marks bins that each calibrator keeps
 * @typedef {{ counts: number[], width: number, levels: Record<string, number>, marks: Record<string, Marks>, bits: string, kept: number }} Begin
 * @typedef {{ bits: string, kept: number }} Values what the controls hold
 */

import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { inRow, t } from "../../../../app/static/words.js";
import { loss } from "./clipping.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css", "clipping.css"];

const HIGH = 250;
const BOX = { top: 58, bottom: 40, left: 8, right: 8 };
const ABREAST = 4; // bins in one bar, so that a narrow page still shows each bar

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin `counts` of bins of one `width`, `levels` by bits, and by bits the `marks` of each calibrator
 */
export async function mount(el, { counts, width, levels, marks, bits, kept }) {
  const of = (/** @type {Values} */ values) =>
    loss(counts, width, values.kept, levels[values.bits]);
  new LivePicture(el, {
    root: "cl-clipping",
    label: t("Calibration"),
    values: { bits, kept },
    controls: [
      {
        key: "bits",
        label: t("Integers"),
        choices: [
          ["8", "INT8"],
          ["4", "INT4"],
        ],
      },
      {
        key: "kept",
        label: t("Largest value that is kept"),
        min: 8,
        max: counts.length,
        shown: (bins) => number(bins * width),
      },
    ],
    draw: (values, wide) => [drawBars(wide, counts, width, values, marks[values.bits])],
    counts: (values) => costs(of(values)),
    says: (values) => inWords(values, of(values), marks[values.bits], width),
  });
}

/** Two digits that count. */
const number = (/** @type {number} */ value) => String(Number(value.toPrecision(2)));

/** @param {Loss} loss */
function costs({ step, rounding, clipping }) {
  return [
    [number(step), t("from one integer to the next")],
    [number(Math.sqrt(rounding)), t("error by rounding")],
    [number(Math.sqrt(clipping)), t("error by clipping")],
    [number(Math.sqrt(rounding + clipping)), t("total error, root mean square")],
  ];
}

/**
 * @param {Values} values
 * @param {Loss} loss
 * @param {Marks} marks
 * @param {number} width
 */
function inWords({ bits, kept }, { rounding, clipping, end }, marks, width) {
  const where = t("In INT{bits}, values above {end} become {end}.", { bits, end: number(end) });
  const which =
    clipping > rounding
      ? t("Most of the error is clipping, so the kept range is too small.")
      : t("Most of the error is rounding; a smaller range would make the steps finer.");
  const best = t("The least error is at {best}, and the entropy calibrator keeps {entropy}.", {
    best: number(marks.error * width),
    entropy: number(marks.entropy * width),
  });
  return inRow(where, kept === marks.error ? t("This is the least error.") : which, best);
}

/**
 * Bars of a histogram on a logarithmic scale, what is cut off marked, and each calibrator's choice.
 *
 * @param {number} wide
 * @param {number[]} counts
 * @param {number} width
 * @param {Values} values
 * @param {Marks} marks
 */
function drawBars(wide, counts, width, { kept }, marks) {
  const x = (/** @type {number} */ bin) =>
    BOX.left + (bin / counts.length) * (wide - BOX.left - BOX.right);
  const foot = HIGH - BOX.bottom;
  const bars = [...Array(counts.length / ABREAST).keys()].map((n) => n * ABREAST);
  const sum = (/** @type {number} */ from) =>
    counts.slice(from, from + ABREAST).reduce((a, b) => a + b, 0);
  const most = Math.log10(1 + Math.max(...bars.map(sum)));
  const ticks = [0, 4, 8, 12, 16];
  /** @type {[keyof Marks, string][]} */
  const named = [
    ["max", t("MinMax")],
    ["entropy", t("entropy")],
    ["error", t("least error")],
  ];
  return canvas(
    wide,
    HIGH,
    t("Histogram of absolute values, counts on a logarithmic scale"),
    ...bars.map((bin) => {
      const high = (Math.log10(1 + sum(bin)) / most) * (foot - BOX.top);
      return shape("rect", {
        ...{ x: x(bin), y: foot - high, width: x(ABREAST) - x(0) - 1, height: high },
        class: bin < kept ? "cl-kept" : "cl-cut",
      });
    }),
    ...named.flatMap(([key, says], n) => [
      shape("line", {
        ...{ x1: x(marks[key]), x2: x(marks[key]), y1: 14 + n * 15, y2: foot },
        class: "cl-chosen",
      }),
      written(x(marks[key]) - 4, 11 + n * 15, says, {
        "text-anchor": "end",
        class: "cl-faint cl-halo",
      }),
    ]),
    shape("line", { x1: x(kept), x2: x(kept), y1: BOX.top - 4, y2: foot, class: "cl-end" }),
    shape("line", { x1: BOX.left, x2: wide - BOX.right, y1: foot, y2: foot, class: "cl-axis" }),
    ...ticks.map((value) =>
      written(x(value / width), foot + 16, String(value), {
        "text-anchor": value === 0 ? "start" : value === 16 ? "end" : "middle",
        class: "cl-faint",
      }),
    ),
    written(wide - BOX.right, foot + 34, t("absolute value of an activation"), {
      "text-anchor": "end",
      class: "cl-faint",
    }),
  );
}
