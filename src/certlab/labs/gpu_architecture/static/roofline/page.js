// @ts-check
/**
 * The roofline on a page: a GPU, a precision, and how many operations the work does with each byte.
 *
 * @import { Roof } from "./roof.js"
 * @typedef {[id: string, name: string, tflops: number, bytes: number]} Peak
 * @typedef {{ id: string, name: string, bandwidth: number, peaks: Peak[] }} Gpu
 * @typedef {[name: string, intensity: number]} Work
 * @typedef {{ gpus: Gpu[], works: Record<string, Work[]>, gpu: string, precision: string, intensity: number }} Begin
 * @typedef {{ gpu: string, precision: string, at: number }} Values what the controls hold
 * @typedef {{ left: number, right: number, top: number, foot: number }} Axis powers of two
 * @typedef {(power: number) => number} Scale
 */

import { amount, percentText } from "../../../../app/static/drawing/quantities.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { t } from "../../../../app/static/words.js";
import { reached, ridge, side } from "./roof.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css"];

// The slider goes in quarters of a power of two, and so do the axes' ends.
const [LEFT, RIGHT] = [-3, 13];
const QUARTERS = 4;
const HIGH = 280;
const BOX = { top: 16, bottom: 40, left: 56, right: 44 };

const intensityOf = (/** @type {Values} */ { at }) => 2 ** (at / QUARTERS);
const perByte = (/** @type {number} */ value) =>
  t("{n} FLOP/B", { n: amount(Number(value.toPrecision(3))) });
const rate = (/** @type {number} */ tera) =>
  t("{n} TFLOPS", { n: amount(Number(tera.toPrecision(4))) });

/** @type {(gpu: Gpu, values: Values) => Peak} */
const peakIn = ({ peaks }, { precision }) =>
  /** @type {Peak} */ (peaks.find(([id]) => id === precision));

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin `gpus`: each its `name`, `bandwidth` in TB/s and `peaks`, [id, name, TFLOPS,
 *   bytes a number] each; `works` by bytes a number: [name, FLOP a byte] each; and what is first
 */
export async function mount(el, { gpus, works, gpu, precision, intensity }) {
  const gpuOf = (/** @type {Values} */ values) =>
    /** @type {Gpu} */ (gpus.find(({ id }) => id === values.gpu));
  const peakOf = (/** @type {Values} */ values) => peakIn(gpuOf(values), values);
  const roofOf = (/** @type {Values} */ values) => ({
    peak: peakOf(values)[2],
    bandwidth: gpuOf(values).bandwidth,
  });
  const all = gpus.flatMap(({ peaks }) => peaks.map(([, , peak]) => peak));
  const axis = { left: LEFT, right: RIGHT, top: Math.ceil(Math.log2(Math.max(...all))), foot: -3 };
  new LivePicture(el, {
    root: "cl-roofline",
    label: t("Roofline"),
    values: { gpu, precision, at: Math.round(Math.log2(intensity) * QUARTERS) },
    controls: [
      { key: "gpu", label: t("GPU"), choices: gpus.map(({ id, name }) => [id, name]) },
      {
        key: "precision",
        label: t("Format of the products"),
        choices: (values) => gpuOf(values).peaks.map(([id, name]) => [id, name]),
      },
      {
        key: "at",
        label: t("Operations per byte"),
        min: LEFT * QUARTERS,
        max: RIGHT * QUARTERS,
        shown: (_, values) => perByte(intensityOf(values)),
      },
    ],
    draw: (values, wide) => [
      drawRoof(wide, axis, values, { gpu: gpuOf(values), works: works[peakOf(values)[3]] }),
    ],
    counts: (values) => counts(roofOf(values), intensityOf(values)),
    says: (values) => says(roofOf(values), intensityOf(values), gpuOf(values), peakOf(values)),
  });
}

/**
 * @param {Roof} roof
 * @param {number} intensity
 */
function counts(roof, intensity) {
  const most = reached(roof, intensity);
  return [
    [rate(most), t("at most, for this work")],
    [percentText(most / roof.peak), t("of the peak, {peak}", { peak: rate(roof.peak) })],
    [perByte(ridge(roof)), t("where the roof bends")],
  ];
}

/**
 * @param {Roof} roof
 * @param {number} intensity
 * @param {Gpu} gpu
 * @param {Peak} peak
 */
function says(roof, intensity, gpu, [, format]) {
  const values = {
    gpu: gpu.name,
    format,
    work: perByte(intensity),
    bend: perByte(ridge(roof)),
    rate: rate(reached(roof, intensity)),
    memory: t("{n} TB/s", { n: amount(gpu.bandwidth) }),
    peak: rate(roof.peak),
  };
  return side(roof, intensity) === "memory"
    ? t(
        "This work is bound by memory: {work} is less than {bend}, so the {memory} of the {gpu} can feed at most {rate} in {format}, and the arithmetic units wait.",
        values,
      )
    : t(
        "This work is bound by arithmetic: {work} is at least {bend}, so the {gpu} can reach its peak of {peak} in {format}, and its memory has time to spare.",
        values,
      );
}

/**
 * @param {number} wide
 * @param {Axis} axis
 * @param {Values} values
 * @param {{ gpu: Gpu, works: Work[] }} shown
 */
function drawRoof(wide, axis, values, { gpu, works }) {
  const { left, right, top, foot } = axis;
  const x = (/** @type {number} */ power) =>
    BOX.left + ((power - left) / (right - left)) * (wide - BOX.left - BOX.right);
  const y = (/** @type {number} */ power) =>
    BOX.top + ((top - power) / (top - foot)) * (HIGH - BOX.top - BOX.bottom);
  const roof = (/** @type {Peak} */ [id, name, peak], /** @type {number} */ n) => {
    const bend = Math.log2(ridge({ peak, bandwidth: gpu.bandwidth }));
    const start = Math.max(left, foot - Math.log2(gpu.bandwidth));
    const way = `M${x(start)} ${y(start + Math.log2(gpu.bandwidth))}L${x(bend)} ${y(Math.log2(peak))}H${x(right)}`;
    const own = id === values.precision;
    return shape(
      "g",
      { class: `cl-who${n}` },
      shape("path", {
        d: way,
        class: own ? "cl-line" : "cl-line cl-dashed",
        opacity: own ? 1 : 0.6,
      }),
      written(x(right) + 6, y(Math.log2(peak)) + 4, name.split(",")[0], {
        class: own ? "cl-strong" : "cl-faint",
      }),
    );
  };
  const [, , peak] = peakIn(gpu, values);
  const at = values.at / QUARTERS;
  const most = Math.log2(reached({ peak, bandwidth: gpu.bandwidth }, 2 ** at));
  const low = y(foot);
  return canvas(
    wide,
    HIGH,
    t("Highest rate by operations per byte, both axes logarithmic"),
    ...ticks(axis, x, y, wide < 480 ? 4 : 2),
    line([BOX.left, low], [x(right), low], { class: "cl-axis" }),
    line([BOX.left, BOX.top], [BOX.left, low], { class: "cl-axis" }),
    written(8, 11, t("TFLOPS"), { class: "cl-faint" }),
    written(x(right), HIGH - 4, t("FLOP per byte"), {
      "text-anchor": "end",
      class: "cl-faint",
    }),
    ...gpu.peaks.map(roof),
    line([x(at), low], [x(at), y(most)], { class: "cl-you" }),
    ...marks(works, right, x, low),
    shape("circle", { cx: x(at), cy: y(most), r: 6, class: "cl-dot" }),
  );
}

/**
 * @param {number[]} from
 * @param {number[]} to
 * @param {Record<string, string>} more
 */
const line = (from, to, more) =>
  shape("line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1], ...more });

/**
 * Powers of two along the foot, powers of ten up the side.
 *
 * @param {Axis} axis
 * @param {Scale} x
 * @param {Scale} y
 * @param {number} every
 */
function ticks({ left, right, top, foot }, x, y, every) {
  const low = y(foot);
  const made = [];
  for (let power = left + 1; power <= right; power += every)
    made.push(
      line([x(power), low], [x(power), low + 5], { class: "cl-axis" }),
      written(x(power), low + 18, amount(2 ** power), {
        "text-anchor": "middle",
        class: "cl-faint",
      }),
    );
  for (let tens = 0; 10 ** tens <= 2 ** top; tens += 1) {
    const up = y(Math.log2(10 ** tens));
    made.push(
      line([BOX.left, up], [x(right), up], { class: "cl-rule" }),
      written(BOX.left - 8, up + 4, amount(10 ** tens), {
        "text-anchor": "end",
        class: "cl-faint",
      }),
    );
  }
  return made;
}

/**
 * Works that people know, each on a line of its own.
 *
 * @param {Work[]} works
 * @param {number} right
 * @param {Scale} x
 * @param {number} low
 */
function marks(works, right, x, low) {
  const shown = works
    .filter(([, intensity]) => Math.log2(intensity) <= right)
    .map(([name, intensity], n) => ({
      name,
      at: x(Math.log2(intensity)),
      up: low - 10 - 14 * n,
      before: Math.log2(intensity) > 6,
    }));
  return [
    ...shown.map(({ at, up }) => line([at, low], [at, up + 2], { class: "cl-axis" })),
    // Over the lines of others, which would cross them on a phone.
    ...shown.map(({ name, at, up, before }) =>
      written(at + (before ? -5 : 5), up + 4, name, {
        "text-anchor": before ? "end" : "start",
        class: "cl-faint cl-halo",
      }),
    ),
  ];
}
