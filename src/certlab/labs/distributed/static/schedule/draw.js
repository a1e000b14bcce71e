// @ts-check
/**
 * One schedule on the common axis: its lanes of stages, both bubble shares, what each stage holds.
 *
 * @import { Axis, One, Run } from "./schedules.d.ts"
 */

import { node } from "../../../../app/static/dom.js";
import { percentText } from "../../../../app/static/drawing/quantities.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { t } from "../../../../app/static/words.js";
import { drawLanes, LANE_HIGH } from "./lanes.js";
import { aboutSchedule, nameOf, timeText } from "./words.js";

/**
 * One schedule: its name, its lanes, its shares and its peaks.
 *
 * @param {Run} run
 * @param {number} row
 * @param {Axis} axis
 * @param {number} most
 * @param {{ id: string }} view
 */
export function drawSchedule(run, row, axis, most, view) {
  return node(
    "section",
    { class: "cl-sched", "data-row": row, "aria-label": nameOf(run) },
    node("p", { class: "cl-title" }, nameOf(run), node("span", {}, aboutSchedule(run))),
    node(
      "div",
      { class: "cl-stages", "aria-hidden": "true" },
      run.stages.map((_, stage) =>
        node(
          "div",
          {},
          t("stage {n}", { n: stage }),
          node("span", { class: `cl-chip cl-who${stage % 8}` }),
        ),
      ),
    ),
    node("div", { class: "cl-pan" }, drawLanes(run, row, axis, view)),
    drawShares(run),
    drawPeaks(run, most),
  );
}

/** @param {Run} run */
function drawShares({ shares, exact }) {
  const names = [t("of total"), t("of ideal")];
  return node(
    "div",
    { class: "cl-shares" },
    node("p", { class: "cl-colname" }, t("bubble time, as a share")),
    shares.map((share, n) =>
      node(
        "p",
        {},
        node("strong", {}, percentText(share)),
        node("span", {}, names[n]),
        node("span", {}, exact[n] ?? t("counted; no formula")),
      ),
    ),
  );
}

/**
 * A bar a stage: micro-batches held at most, a notch for each.
 *
 * @param {Run} run
 * @param {number} most
 */
function drawPeaks({ peaks }, most) {
  const unit = 110 / most;
  const bars = peaks.flatMap((peak, stage) => {
    const y = stage * LANE_HIGH + 6;
    const notches =
      unit < 4
        ? []
        : Array.from({ length: Math.ceil(peak) - 1 }, (_, n) =>
            shape("line", {
              x1: (n + 1) * unit,
              x2: (n + 1) * unit,
              y1: y + 1,
              y2: y + 13,
              class: "cl-notch",
            }),
          );
    return [
      shape("rect", {
        x: 0.5,
        y: y + 0.5,
        width: peak * unit,
        height: 13,
        class: `cl-who${stage % 8} cl-in`,
      }),
      ...notches,
      written(peak * unit + 7, y + 11, timeText(peak), { class: "cl-strong" }),
    ];
  });
  const high = LANE_HIGH * peaks.length;
  return node(
    "div",
    { class: "cl-peaks" },
    node("p", { class: "cl-colname" }, t("peak activations held, in micro-batches")),
    shape(
      "svg",
      {
        width: 160,
        height: high + 4,
        role: "img",
        "aria-label": t("peak activations by stage: {list}", {
          list: peaks.map(timeText).join(", "),
        }),
      },
      ...bars,
      shape("line", { x1: 0.5, x2: 0.5, y1: 0, y2: high, class: "cl-endrule" }),
    ),
  );
}
