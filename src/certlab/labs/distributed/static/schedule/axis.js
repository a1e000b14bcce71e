// @ts-check
/**
 * The time axis that all schedules share: how long and how wide it is, its ticks, and when it is panned.
 *
 * @import { Asked, Axis, Run } from "./schedules.d.ts"
 */

import { node } from "../../../../app/static/dom.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { t } from "../../../../app/static/words.js";
import { endText, timeText } from "./words.js";

const THINNEST = 3; // pixels of a piece of work; an axis of thinner ones is panned
const WIDEST = 6000; // pixels of an axis
const TICK_WIDE = 60;

/**
 * What the lanes share: how long the axis is, its least width, and the place of the end times behind it.
 *
 * @param {Run[]} runs
 */
export function axisOf(runs) {
  const total = Math.max(...runs.map((run) => run.length));
  const shortest = Math.min(
    ...runs.flatMap((run) => run.stages.flat().map(([, , , start, end]) => end - start)),
  );
  const digits = Math.max(...runs.map((run) => endText(run).length));
  return {
    total,
    least: Math.min(WIDEST, (THINNEST * total) / shortest),
    behind: 8 + 7 * digits,
    at: (/** @type {number} */ time) => `${(100 * time) / total}%`,
  };
}

/**
 * All lanes and the ticks are alike wide: the end times stand in the padding, and never widen one alone.
 *
 * @param {SVGElement} svg
 * @param {Axis} axis
 */
export function onAxis(svg, axis) {
  svg.style.minWidth = `${axis.least + axis.behind}px`;
  svg.style.paddingInlineEnd = `${axis.behind}px`;
  return svg;
}

/**
 * Ticks below the lanes, of which `fitAxis` draws as many as find room, and what the unit is.
 *
 * @param {Run[]} runs
 * @param {Asked} asked
 * @param {Axis} axis
 */
export function drawAxis(runs, asked, axis) {
  const { ideal } = runs[0];
  const svg = onAxis(
    shape(
      "svg",
      { height: 48, "aria-hidden": "true", class: "cl-lanes" },
      shape("line", { x1: 0, x2: "100%", y1: 0.5, y2: 0.5, class: "cl-endrule" }),
      shape("g", { class: "cl-ticks" }),
      written(axis.at(ideal), 38, t("{time} t: no bubble", { time: timeText(ideal) }), {
        "text-anchor": 2 * ideal > axis.total ? "end" : "start",
        class: "cl-says",
      }),
    ),
    axis,
  );
  const says = t(
    "time in t; one micro-batch takes {forward} t forward through a stage, and {backward} t backward",
    {
      forward: timeText(asked.forward),
      backward: timeText(asked.backward_input + asked.backward_weight),
    },
  );
  return node(
    "div",
    { class: "cl-sched cl-axisrow" },
    node("div", { class: "cl-stages" }),
    node("div", { class: "cl-pan", role: "group", "aria-label": t("time") }, svg),
    node("p", { class: "cl-foot-note" }, says),
  );
}

/**
 * What depends on how wide the axis is shown: its ticks, the numbers on pieces, and whether it is panned.
 *
 * @param {HTMLElement} rows
 * @param {Axis} axis
 */
export function fitAxis(rows, axis) {
  const lanes = rows.querySelector(".cl-lanes");
  const pan = rows.querySelector(".cl-axisrow > .cl-pan");
  const width = lanes?.getBoundingClientRect().width;
  if (!width || !pan) return; // not shown yet
  const wide = width - axis.behind;
  const step = tickOf(axis.total, wide / TICK_WIDE);
  rows.querySelector(".cl-ticks")?.replaceChildren(
    ...Array.from({ length: Math.floor(axis.total / step + 1e-9) + 1 }, (_, n) => n * step).flatMap(
      (time) => [
        shape("line", { x1: axis.at(time), x2: axis.at(time), y1: 0, y2: 5, class: "cl-endrule" }),
        written(axis.at(time), 18, timeText(time), {
          "text-anchor": time ? "middle" : "start",
          class: "cl-faint",
        }),
      ],
    ),
  );
  rows.querySelectorAll("[data-from]").forEach((one) => {
    one.style.display = Number(one.dataset.from) > wide ? "none" : "";
  });
  if (pan.scrollWidth > pan.clientWidth) pan.setAttribute("tabindex", "0");
  else pan.removeAttribute("tabindex");
}

/**
 * Ticks at 1, 2, 3 or 5 times a power of ten, at most so many.
 *
 * @param {number} longest
 * @param {number} most
 */
function tickOf(longest, most) {
  for (let power = 1e-6; ; power *= 10)
    for (const times of [1, 2, 3, 5]) if (longest / (power * times) <= most) return power * times;
}
