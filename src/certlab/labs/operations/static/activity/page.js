// @ts-check
/**
 * A job on a GPU, and what four counters say of it.
 *
 * @import { Control } from "../../../../app/static/simulator/pictures.d.ts"
 * @typedef {{ runs: number, sms: number, warps: number, tensor: number }} Values shares in per cent
 * @typedef {{ sms: number, warps: number, values: Values }} Begin `sms` of the GPU, `warps` that an SM holds
 * @typedef {ReturnType<typeof counters>} Counters
 */

import { decimals } from "../../../../app/static/drawing/quantities.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { t } from "../../../../app/static/words.js";
import { counters } from "./counters.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css"];

const BAR = 16;
const ROW = 38;

const percent = (/** @type {number} */ share) => `${decimals(100 * share, share < 0.1 ? 1 : 0)} %`;

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin
 */
export async function mount(el, { sms, warps, values }) {
  const at = (/** @type {Values} */ now) =>
    counters({ ...now, runs: now.runs / 100, tensor: now.tensor / 100 }, sms, warps);
  /** @type {(key: string, label: string, min: number, max: number, shown?: (value: number) => string) => Control} */
  const slider = (key, label, min, max, shown) => ({ key, label, min, max, shown });
  const share = (/** @type {number} */ n) => `${n} %`;
  new LivePicture(el, {
    root: "cl-activity",
    label: t("A job and its counters"),
    values,
    controls: [
      slider("runs", t("Time in which a kernel runs"), 0, 100, share),
      slider("sms", t("SMs that it gives work"), 1, sms, (n) => t("{n} of {of}", { n, of: sms })),
      slider("warps", t("Warps on each of them"), 1, warps, (n) =>
        t("{n} of {of}", { n, of: warps }),
      ),
      slider("tensor", t("Their time with Tensor Cores at work"), 0, 100, share),
    ],
    draw: (now, wide, id) => [drawGpu(wide, now, at(now), sms, id)],
    counts: (now) => counts(at(now)),
    says: (now) => says(at(now)),
  });
}

/** @param {Counters} now */
function counts({ utilisation, active, occupancy, tensor }) {
  return [
    [percent(utilisation), t("GPU utilisation")],
    [decimals(active, 2), t("SM activity")],
    [decimals(occupancy, 2), t("SM occupancy")],
    [decimals(tensor, 2), t("Tensor activity")],
  ];
}

/** @param {Counters} now */
function says({ utilisation, active, tensor }) {
  if (utilisation < 0.1) return t("The GPU does next to nothing, and utilisation says so.");
  const given = { utilisation: percent(utilisation), active: percent(active) };
  if (utilisation < 0.7)
    return t(
      "A kernel runs for {utilisation} of the time. In the rest the GPU waits, perhaps for its input.",
      given,
    );
  if (active < 0.5 * utilisation)
    return t(
      "Utilisation says {utilisation}, and only {active} of what the SMs could do has work. The kernels are too small.",
      given,
    );
  if (tensor < 0.1)
    return t(
      "The SMs have work, and the Tensor Cores hardly any. A neural network in FP32 looks like this.",
    );
  return t("The SMs have work, and their Tensor Cores too. A healthy training looks like this.");
}

/**
 * The SMs as squares, and a bar for each counter.
 *
 * @param {number} wide
 * @param {Values} now
 * @param {Counters} counted
 * @param {number} sms
 * @param {string} id
 */
function drawGpu(wide, now, counted, sms, id) {
  const across = Math.min(44, Math.floor(wide / 15));
  const step = Math.min(15, wide / across);
  const on = now.runs ? now.sms : 0;
  const squares = [...Array(sms).keys()].flatMap((n) => {
    const place = {
      x: (n % across) * step + 1,
      y: 22 + Math.floor(n / across) * 15,
      width: step - 3,
      height: 12,
    };
    const square = shape("rect", {
      ...place,
      ...(n < on
        ? { class: "cl-in" }
        : { fill: "none", stroke: "currentColor", "stroke-opacity": 0.4 }),
    });
    const works =
      n < on && now.tensor ? shape("rect", { ...place, fill: `url(#${id}-hatch)` }) : null;
    return [square, works];
  });
  const top = 22 + Math.ceil(sms / across) * 15 + 14;
  /** @type {[string, number, string][]} */
  const rows = [
    [t("GPU utilisation"), counted.utilisation, "cl-who1"],
    [t("SM activity"), counted.active, "cl-who2"],
    [t("SM occupancy"), counted.occupancy, "cl-who4"],
    [t("Tensor activity"), counted.tensor, "cl-who3"],
  ];
  const bars = rows.map(([name, share, who], n) => {
    const y = top + n * ROW;
    const bar = { x: 1, y: y + 14, height: BAR, rx: 2 };
    return shape(
      "g",
      { class: who },
      written(1, y + 9, name, { class: "cl-says" }),
      shape("rect", {
        ...bar,
        width: wide - 2,
        fill: "none",
        stroke: "currentColor",
        "stroke-opacity": 0.4,
      }),
      share > 0
        ? shape("rect", { ...bar, width: Math.max(2, share * (wide - 2)), class: "cl-in" })
        : null,
    );
  });
  return canvas(
    wide,
    top + 4 * ROW,
    t("The SMs of a GPU, and four counters"),
    written(1, 11, t("each square is an SM; hatched: its Tensor Cores work"), {
      class: "cl-faint",
    }),
    shape("g", { class: "cl-who2" }, squares),
    ...bars,
  );
}
