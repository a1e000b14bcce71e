// @ts-check
/**
 * A loss scale on a page: where it begins, how soon it grows, and what each step makes of it.
 *
 * @import { Step } from "./lossscale.js"
 * @typedef {{ limits: number[], growth: number, backoff: number, first: number, interval: number }} Begin
 * @typedef {{ first: number, interval: number, step: number }} Values what the controls hold
 */

import { amount } from "../../../../app/static/drawing/quantities.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { Player } from "../../../../app/static/simulator/player.js";
import { inRow, t, tn } from "../../../../app/static/words.js";
import { course } from "./lossscale.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css", "lossscale.css"];

const HIGH = 264;
const BOX = { top: 16, bottom: 40, left: 56, right: 12 };
const [LOW, UP] = [8, 26]; // powers of two that the axis reaches

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin `limits` of a recorded training, the scaler's `growth` and `backoff`; `first` is a power of two
 */
export async function mount(el, { limits, growth, backoff, first, interval }) {
  const last = limits.length;
  const run = (/** @type {Values} */ values) =>
    course({ ...{ limits, growth, backoff }, ...values, first: 2 ** values.first });
  const player = new Player({ go: (step) => picture.set({ step }), label: t("Step") });
  const picture = new LivePicture(el, {
    root: "cl-lossscale",
    label: t("Loss scale"),
    values: { first, interval, step: last },
    controls: [
      {
        key: "first",
        label: t("First scale"),
        min: LOW,
        max: UP - 2,
        shown: (power) => amount(2 ** power),
      },
      {
        key: "interval",
        label: t("Good steps until it grows"),
        min: 5,
        max: 60,
      },
    ],
    player,
    draw: (values, wide) => {
      const steps = run(values);
      player.show(values.step, last, pages(steps), stepWords(values, steps));
      return [drawCourse(wide, steps, values.step)];
    },
    counts: (values) => counts(run(values), values.step),
    says: (values) => stepWords(values, run(values)),
  });
}

/** The steps that were skipped, for Page Up and Page Down. */
const pages = (/** @type {Step[]} */ steps) =>
  steps.flatMap(({ overflow }, n) => (overflow ? [n + 1] : []));
const skippedOf = (/** @type {Step[]} */ steps) => steps.filter(({ overflow }) => overflow).length;

/**
 * @param {Step[]} steps
 * @param {number} step
 */
function counts(steps, step) {
  const done = steps.slice(0, Math.max(1, step));
  const { scale } = done[done.length - 1];
  return [
    [amount(scale), step ? t("the scale in this step") : t("the scale before the first step")],
    [String(step ? skippedOf(done) : 0), t("skipped of {n}", { n: step })],
  ];
}

/**
 * @param {Values} values
 * @param {Step[]} steps
 */
function stepWords({ step, interval }, steps) {
  if (!step)
    return t("Before the first step the scale is {scale}.", { scale: amount(steps[0].scale) });
  const { scale, limit, overflow } = steps[step - 1];
  const values = { step, scale: amount(scale), limit: amount(Math.round(limit)) };
  const here = overflow
    ? t(
        "Step {step}: at a scale of {scale} a gradient becomes infinite in FP16, because the scale may be at most {limit} here. The step is skipped and the scale is halved.",
        values,
      )
    : t(
        "Step {step}: every gradient fits at a scale of {scale}, and would fit up to {limit}.",
        values,
      );
  const skipped = tn(
    "{n} step was skipped so far;",
    "{n} steps were skipped so far;",
    skippedOf(steps.slice(0, step)),
  );
  const rule = t("after {n} good steps in a row the scale doubles.", { n: interval });
  return inRow(here, skipped, rule);
}

/**
 * @param {number} wide
 * @param {Step[]} steps
 * @param {number} step
 */
function drawCourse(wide, steps, step) {
  const x = (/** @type {number} */ n) =>
    BOX.left + (n / steps.length) * (wide - BOX.left - BOX.right);
  const y = (/** @type {number} */ scale) =>
    BOX.top + ((UP - Math.log2(scale)) / (UP - LOW)) * (HIGH - BOX.top - BOX.bottom);
  const foot = HIGH - BOX.bottom;
  const shown = steps.slice(0, step);
  const way = shown
    .map(({ scale }, n) => `${n ? "L" : "M"}${x(n)} ${y(scale)}H${x(n + 1)}`)
    .join("");
  const limit = steps.map((one, n) => `${n ? "L" : "M"}${x(n + 0.5)} ${y(one.limit)}`).join("");
  const powers = [10, 14, 18, 22];
  const every = wide < 480 ? 50 : 25;
  const ticks = [...Array(Math.floor(steps.length / every) + 1).keys()].map((n) => n * every);
  const at = steps[Math.max(0, step - 1)];
  return canvas(
    wide,
    HIGH,
    t("The scale by step, and the largest scale that would just fit"),
    ...powers.flatMap((power) => [
      shape("line", {
        ...{ x1: BOX.left, x2: wide - BOX.right, y1: y(2 ** power), y2: y(2 ** power) },
        class: "cl-rule",
      }),
      written(BOX.left - 8, y(2 ** power) + 4, `2^${power}`, {
        "text-anchor": "end",
        class: "cl-faint",
      }),
    ]),
    ...ticks.map((n) =>
      written(x(n), foot + 16, String(n), { "text-anchor": "middle", class: "cl-faint" }),
    ),
    shape("line", { x1: BOX.left, x2: wide - BOX.right, y1: foot, y2: foot, class: "cl-axis" }),
    written(wide - BOX.right, foot + 34, t("step"), { "text-anchor": "end", class: "cl-faint" }),
    written(0, 11, t("scale"), { class: "cl-faint" }),
    shape("path", { d: limit, class: "cl-line cl-dashed cl-fits" }),
    written(wide - BOX.right, y(steps[steps.length - 1].limit) - 12, t("would just fit"), {
      "text-anchor": "end",
      class: "cl-says cl-halo",
    }),
    shape("g", { class: "cl-who0" }, shape("path", { d: way, class: "cl-line" })),
    ...shown.flatMap(({ scale, overflow }, n) => {
      const cross = `M${x(n + 0.5) - 4} ${y(scale) - 4}l8 8m0-8l-8 8`;
      return overflow ? [shape("path", { d: cross, class: "cl-skipped" })] : [];
    }),
    shape("circle", { cx: x(step), cy: y(at.scale), r: 5, class: "cl-dot" }),
    written(BOX.left, foot + 34, t("cross: a skipped step"), { class: "cl-faint" }),
  );
}
