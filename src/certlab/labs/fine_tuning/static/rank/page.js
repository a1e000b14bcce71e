// @ts-check
/**
 * The rank of an adapter on a page: what it trains, what that takes, and what it cannot follow.
 *
 * @typedef {[inputs: number, outputs: number][]} Shapes of layers
 * @typedef {{ rank: number, weights: number, blocks: number, shapes: Record<string, Shapes>, energy: Record<string, number[]> }} Begin
 * @typedef {{ rank: number, where: string }} Values what the controls hold
 * @typedef {{ count: number, share: number, left: number }} Trained
 */

import { decimals, grouped, percentText } from "../../../../app/static/drawing/quantities.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { t } from "../../../../app/static/words.js";
import { error, trained } from "./adapter.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css"];

const HIGH = 260;
const BOX = { top: 18, bottom: 40, left: 48, right: 16 };
const TICKS = [1, 2, 4, 8, 16, 32, 64, 128];
const STATE = 12; // bytes of gradient and both means of Adam for a value, in 32 bits
const MEGA = 1e6;
const TOP = 1.25; // of the weights that full fine-tuning trains

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin `rank`, the model's `weights` and `blocks`, and by choice of layers `shapes` and `energy`
 */
export async function mount(el, { rank, weights, blocks, shapes, energy }) {
  const of = (/** @type {Values} */ { where, rank: now }) => {
    const count = trained(now, shapes[where], blocks);
    return { count, share: count / weights, left: error(now, energy[where]) };
  };
  const megabytes = (/** @type {number} */ count) =>
    t("{n} MB", { n: decimals((count * STATE) / MEGA, 2) });
  new LivePicture(el, {
    root: "cl-rank",
    label: t("Rank, memory and error"),
    values: { rank, where: "all" },
    controls: [
      { key: "rank", label: t("Rank"), min: 1, max: TICKS[TICKS.length - 1] },
      {
        key: "where",
        label: t("Adapters on"),
        choices: [
          ["all", t("all linear layers")],
          ["attention", t("the layers of attention")],
        ],
      },
    ],
    draw: (values, wide) => [drawCurves(wide, values, (now) => of({ ...values, rank: now }))],
    counts: (values) => {
      const { count, share, left } = of(values);
      return [
        [
          grouped(count),
          t("values trained, {share} of the weights", { share: percentText(share) }),
        ],
        [megabytes(count), t("gradient and optimizer")],
        [percentText(left), t("of the recorded change is out of reach")],
      ];
    },
    says: (values) => {
      const { count, share, left } = of(values);
      const now = { rank: values.rank, memory: megabytes(count), left: percentText(left) };
      return share < 1
        ? t(
            "At rank {rank} gradient and optimizer take {memory} instead of {full}, and the best adapter leaves {left} of the change that full fine-tuning made.",
            { ...now, full: megabytes(weights) },
          )
        : t(
            "At rank {rank} the adapters have more values than the whole model: {memory} instead of {full}. Full fine-tuning is cheaper.",
            { ...now, full: megabytes(weights) },
          );
    },
  });
}

/**
 * @param {number} wide
 * @param {Values} values
 * @param {(rank: number) => Trained} of
 */
function drawCurves(wide, { rank }, of) {
  const most = TICKS[TICKS.length - 1];
  const x = (/** @type {number} */ now) =>
    BOX.left + (Math.log2(now) / Math.log2(most)) * (wide - BOX.left - BOX.right);
  const y = (/** @type {number} */ value) =>
    BOX.top + (1 - value / TOP) * (HIGH - BOX.top - BOX.bottom);
  const ranks = [...Array(most).keys()].map((n) => n + 1);
  /**
   * @param {number} n
   * @param {"left" | "share"} key
   * @param {string} name
   * @param {number} at
   */
  const curve = (n, key, name, at) => {
    const way = ranks.map((now) => `${x(now).toFixed(1)} ${y(of(now)[key]).toFixed(1)}`).join("L");
    return shape(
      "g",
      { class: `cl-who${n}` },
      shape("path", { d: `M${way}`, class: "cl-line", fill: "none" }),
      shape("circle", { cx: x(rank), cy: y(of(rank)[key]), r: 6, class: "cl-dot" }),
      written(x(at), y(of(at)[key]) - 12, name, {
        class: "cl-strong",
        "text-anchor": n ? "end" : "start",
      }),
    );
  };
  return canvas(
    wide,
    HIGH,
    t("Trained values and error against the rank"),
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((value) => [
      shape("line", { x1: x(1), y1: y(value), x2: x(most), y2: y(value), class: "cl-rule" }),
      written(BOX.left - 8, y(value) + 4, `${100 * value} %`, {
        "text-anchor": "end",
        class: "cl-faint",
      }),
    ]),
    ...TICKS.map((now) =>
      written(x(now), y(0) + 18, String(now), { "text-anchor": "middle", class: "cl-faint" }),
    ),
    shape("line", { x1: x(1), y1: y(0), x2: x(most), y2: y(0), class: "cl-axis" }),
    written(x(most), HIGH - 4, t("rank"), { "text-anchor": "end", class: "cl-faint" }),
    shape("line", { x1: x(rank), y1: y(0), x2: x(rank), y2: y(TOP), class: "cl-you" }),
    curve(0, "left", t("error"), 1.4),
    curve(1, "share", t("trained"), 44),
  );
}
