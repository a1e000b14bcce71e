// @ts-check
/**
 * The lanes of a schedule: pieces of work, bubbles, and the micro-batch that is followed.
 *
 * @import { Axis, Run, Span } from "./schedules.d.ts"
 */

import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { t } from "../../../../app/static/words.js";
import { onAxis } from "./axis.js";
import { endText, isSplit, nameOf, spanWords } from "./words.js";

export const LANE_HIGH = 26;
const DIGIT_WIDE = 6.6;
const MARGIN = 2; // beside the number on a piece of work

const spanLabel = (/** @type {Run} */ run, /** @type {Span} */ [kind, micro]) =>
  isSplit(run) && kind !== "F" ? `${kind}${micro}` : `${micro}`;

/**
 * All lanes of one schedule.
 *
 * @param {Run} run
 * @param {number} row
 * @param {Axis} axis
 * @param {{ id: string }} view
 */
export function drawLanes(run, row, axis, view) {
  const high = LANE_HIGH * run.stages.length;
  const lanes = run.stages.map((spans, stage) =>
    shape(
      "g",
      {},
      ...idleOf(run, spans, stage, axis, view.id),
      ...spans.map((span, n) => piece(run, span, [row, stage, n], axis, view.id)),
    ),
  );
  const rule = (/** @type {number} */ time, /** @type {string} */ kind) =>
    shape("line", { x1: axis.at(time), x2: axis.at(time), y1: -4, y2: high + 2, class: kind });
  const svg = shape(
    "svg",
    {
      height: high + 4,
      role: "group",
      "aria-label": t("{name}: pieces of work", { name: nameOf(run) }),
      class: "cl-lanes",
    },
    ...lanes,
    shape("g", { class: "cl-followed", "aria-hidden": "true" }),
    rule(run.ideal, "cl-idealrule"),
    rule(run.length, "cl-endrule"),
    written(axis.at(run.length), high - 8, endText(run), {
      dx: 5,
      class: "cl-strong cl-endtime",
      "aria-hidden": "true",
    }),
    shape("line", { y1: -4, y2: high + 2, x1: 0, x2: 0, class: "cl-cursor" }),
  );
  return onAxis(svg, axis);
}

/**
 * Dots where a stage waits.
 *
 * @param {Run} run
 * @param {Span[]} spans
 * @param {number} stage
 * @param {Axis} axis
 * @param {string} id
 */
function idleOf(run, spans, stage, axis, id) {
  const found = [];
  let now = 0;
  const busy = spans.map(([, , , start, end]) => [start, end]);
  for (const [start, end] of [...busy, [run.length, run.length]]) {
    if (start > now + 1e-9)
      found.push(
        shape("rect", {
          x: axis.at(now),
          width: axis.at(start - now),
          y: stage * LANE_HIGH + 2,
          height: 22,
          fill: `url(#${id}-idle)`,
        }),
      );
    now = end;
  }
  return found;
}

/**
 * @param {Run} run
 * @param {Span} span
 * @param {number[]} key
 * @param {Axis} axis
 * @param {string} id
 */
function piece(run, span, key, axis, id) {
  const [kind, micro, chunk, start, end] = span;
  const [, stage] = key;
  const place = {
    x: axis.at(start),
    width: axis.at(end - start),
    y: stage * LANE_HIGH + 2,
    height: 22,
  };
  const says = spanLabel(run, span);
  /** @type {SVGElement[]} */
  const marks = [
    shape("rect", { ...place, class: `cl-who${stage % 8} ${kind === "F" ? "cl-in" : "cl-back"}` }),
  ];
  if (kind !== "F") marks.push(shape("rect", { ...place, fill: `url(#${id}-hatch)` }));
  if (kind === "W") marks.push(shape("rect", { ...place, fill: `url(#${id}-cross)` }));
  if (chunk) marks.push(shape("rect", { ...place, y: place.y + 19, height: 3, class: "cl-later" }));
  marks.push(
    written(axis.at((start + end) / 2), place.y + 15, says, {
      "text-anchor": "middle",
      class: kind === "F" ? "cl-op-text" : "cl-op-text cl-halo",
      "data-from": (axis.total * (MARGIN + DIGIT_WIDE * says.length)) / (end - start),
    }),
  );
  return shape(
    "g",
    {
      class: "cl-op",
      role: "button",
      tabindex: "-1",
      "data-op": key.join("-"),
      "data-micro": micro,
      "aria-pressed": "false",
      "aria-label": spanWords({ splits: isSplit(run), chunks: run.chunks }, stage, span),
    },
    ...marks,
  );
}

/**
 * Outlines around a micro-batch, over its pieces.
 *
 * @param {Run} run
 * @param {number} micro
 * @param {Axis} axis
 */
export function drawFollowed(run, micro, axis) {
  return run.stages.flatMap((spans, stage) =>
    spans
      .filter((span) => span[1] === micro)
      .map(([, , , start, end]) =>
        shape("rect", {
          x: axis.at(start),
          width: axis.at(end - start),
          y: stage * LANE_HIGH + 2,
          height: 22,
          class: "cl-sent",
        }),
      ),
  );
}
