// @ts-check
/**
 * Batch arithmetic on a page: GPUs, how the model is split, the batches, and what breaks.
 *
 * @import { Layout } from "./count.js"
 * @typedef {{ layout: Layout, micro: number, whole: number, tokens: number, length: number }} Begin
 * @typedef {{ nodes: number, tensor: string, pipeline: string, context: string, expert: string, micro: number, whole: number }} Values what the controls hold
 */

import { grouped } from "../../../../app/static/drawing/quantities.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { t } from "../../../../app/static/words.js";
import { accumulationOf, dataOf, expertDataOf, nearOf, replicaOf, stepsOf } from "./count.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css"];

const NODE = 8; // GPUs of a node
const MOST = { nodes: 32, micro: 8, whole: 128 };
const WHOLE = 4; // samples in a step of the slider
const ROWS = 8; // replicas that are drawn, and micro-batches of each
const ROW = 34;
const COLOURS = 7;
const split = (/** @type {number} */ most) =>
  [1, 2, 4, 8].filter((one) => one <= most).map((one) => [`${one}`, `${one}`]);

/** The layout that controls say. */
const layoutOf = (/** @type {Values} */ { nodes, tensor, pipeline, context, expert }) => ({
  world: NODE * nodes,
  tensor: Number(tensor),
  pipeline: Number(pipeline),
  context: Number(context),
  expert: Number(expert),
});
const wholeOf = (/** @type {Values} */ { whole }) => whole * WHOLE;

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin `layout`, `micro` and `whole` batch, and the `tokens` and `length` of the epoch that is counted
 */
export async function mount(el, { layout, micro, whole, tokens, length }) {
  const { world, ...parts } = layout;
  new LivePicture(el, {
    root: "cl-batch",
    label: t("Batch arithmetic"),
    values: {
      nodes: world / NODE,
      ...Object.fromEntries(Object.entries(parts).map(([name, size]) => [name, String(size)])),
      micro,
      whole: whole / WHOLE,
    },
    controls: [
      {
        key: "nodes",
        label: t("GPUs"),
        min: 1,
        max: MOST.nodes,
        shown: (nodes) => grouped(NODE * nodes),
      },
      { key: "tensor", label: t("TP"), choices: split(8) },
      { key: "pipeline", label: t("PP"), choices: split(8) },
      { key: "context", label: t("CP"), choices: split(4) },
      { key: "expert", label: t("EP"), choices: split(8) },
      { key: "micro", label: t("Micro batch"), min: 1, max: MOST.micro },
      {
        key: "whole",
        label: t("Global batch"),
        min: 1,
        max: MOST.whole,
        shown: (whole) => grouped(WHOLE * whole),
      },
    ],
    draw: (values, wide) => [drawReplicas(wide, layoutOf(values), values)],
    counts: (values) => counts(values, tokens, length),
    says: (values) => says(layoutOf(values), values.micro, wholeOf(values)),
  });
}

/**
 * @param {Values} values
 * @param {number} tokens
 * @param {number} length
 */
function counts(values, tokens, length) {
  const layout = layoutOf(values);
  const turns = accumulationOf(layout, values.micro, wholeOf(values));
  const shown = (/** @type {number} */ number) => (number ? grouped(number) : "–");
  return [
    [shown(dataOf(layout)), t("replicas, DP")],
    [shown(turns), t("micro-batches each, accumulation")],
    [
      turns ? grouped(stepsOf(tokens, length, wholeOf(values))) : "–",
      t("steps for {tokens} tokens of length {length}", {
        tokens: grouped(tokens),
        length: grouped(length),
      }),
    ],
    [shown(expertDataOf(layout)), t("copies of each expert, EDP")],
  ];
}

/**
 * What starts or breaks, in a sentence or two.
 *
 * @param {Layout} layout
 * @param {number} micro
 * @param {number} whole
 */
function says(layout, micro, whole) {
  const data = dataOf(layout);
  const values = { ...layout, micro, whole, data, replica: replicaOf(layout), each: micro * data };
  if (!data)
    return t(
      "The run stops, because {world} GPUs are not a multiple of TP {tensor} × PP {pipeline} × CP {context} = {replica}.",
      values,
    );
  if (!expertDataOf(layout))
    return t(
      "The run stops, because {world} GPUs are not a multiple of the experts' grid, TP {tensor} × EP {expert} × PP {pipeline}.",
      values,
    );
  const turns = accumulationOf(layout, micro, whole);
  const [below, above] = nearOf(layout, micro, whole);
  if (!turns)
    return below
      ? t(
          "The run stops, because a global batch of {whole} is not a multiple of {micro} × {data} = {each}. It would start with {below} or {above}.",
          { ...values, below, above },
        )
      : t(
          "The run stops, because {data} replicas with {micro} samples each need at least {above} samples, and a global batch of {whole} has fewer.",
          { ...values, above },
        );
  return t(
    "The run starts: {world} GPUs are {data} replicas of {replica}, and each works through {turns} micro-batches of {micro} before a step over {whole} samples.",
    { ...values, turns },
  );
}

/**
 * Replicas one below the other, each with its GPUs and its micro-batches.
 *
 * @param {number} wide
 * @param {Layout} layout
 * @param {Values} values
 */
function drawReplicas(wide, layout, values) {
  const data = dataOf(layout);
  const turns = accumulationOf(layout, values.micro, wholeOf(values));
  const rows = Math.min(data, ROWS);
  const narrow = wide < 480;
  const left = narrow ? 72 : 96;
  const gpus = narrow ? 72 : 140;
  const room = wide - left - gpus - 32;
  const boxes = Math.min(turns, ROWS);
  const box = Math.min(32, room / (ROWS + 2));
  const replica = (/** @type {number} */ n) => {
    const y = 4 + n * ROW;
    const x = left + gpus + 24;
    return shape(
      "g",
      { class: `cl-who${n % COLOURS}` },
      written(0, y + 18, t("replica {n}", { n })),
      shape("rect", { x: left, y, width: gpus, height: 26, class: "cl-in" }),
      written(left + gpus / 2, y + 17, t("{n} GPUs", { n: replicaOf(layout) }), {
        "text-anchor": "middle",
      }),
      ...[...Array(boxes).keys()].map((turn) =>
        shape("rect", {
          x: x + turn * (box + 3),
          y,
          width: box,
          height: 26,
          class: "cl-in",
        }),
      ),
      turns > boxes ? written(x + boxes * (box + 3), y + 17, `+ ${grouped(turns - boxes)}`) : null,
      turns ? null : written(x, y + 17, t("no step"), { class: "cl-faint" }),
    );
  };
  const more = data > rows ? t("and {n} more replicas", { n: grouped(data - rows) }) : "";
  const none = data ? "" : t("no whole replicas");
  return canvas(
    wide,
    Math.max(1, rows) * ROW + (more ? 24 : 4),
    t("Replicas, each with its GPUs and its micro-batches"),
    ...[...Array(rows).keys()].map(replica),
    more || none ? written(0, rows * ROW + 18, more || none, { class: "cl-faint" }) : null,
  );
}
