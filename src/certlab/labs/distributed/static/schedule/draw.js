// @ts-check
/** Schedules on one time axis: lanes of stages, both bubble shares, what each stage holds. */

import { node } from "../../../../app/static/dom.js";
import { percentText } from "../../../../app/static/drawing/quantities.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { t } from "../../../../app/static/words.js";
import { aboutSchedule, nameOf, spanWords, timeText } from "./words.js";

const LANE_HIGH = 26;
const DIGIT_WIDE = 6.6;
const MARGIN = 2; // beside the number on a piece of work
const THINNEST = 3; // pixels of a piece of work; an axis of thinner ones is panned
const WIDEST = 6000; // pixels of an axis
const TICK_WIDE = 60;

/** What the lanes share: how long the axis is, its least width, and the place of the end times behind it. */
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
    at: (time) => `${(100 * time) / total}%`,
  };
}

const endText = (run) => `${timeText(run.length)} t`;

const isSplit = (run) => run.schedule === "zb-h1";
const spanLabel = (run, [kind, micro]) =>
  isSplit(run) && kind !== "F" ? `${kind}${micro}` : `${micro}`;

/** One schedule: its name, its lanes, its shares and its peaks. */
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

function drawLanes(run, row, axis, view) {
  const high = LANE_HIGH * run.stages.length;
  const lanes = run.stages.map((spans, stage) =>
    shape(
      "g",
      {},
      ...idleOf(run, spans, stage, axis, view.id),
      ...spans.map((span, n) => piece(run, span, [row, stage, n], axis, view.id)),
    ),
  );
  const rule = (time, kind) =>
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

/** All lanes and the ticks are alike wide: the end times stand in the padding, and never widen one alone. */
function onAxis(svg, axis) {
  svg.style.minWidth = `${axis.least + axis.behind}px`;
  svg.style.paddingInlineEnd = `${axis.behind}px`;
  return svg;
}

/** Dots where a stage waits. */
function idleOf(run, spans, stage, axis, id) {
  const found = [];
  let now = 0;
  for (const [, , , start, end] of [...spans, ["", 0, 0, run.length, run.length]]) {
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

/** Outlines around a micro-batch, over its pieces. */
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

/** A bar a stage: micro-batches held at most, a notch for each. */
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

/** Ticks below the lanes, of which `fitAxis` draws as many as find room, and what the unit is. */
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

/** What depends on how wide the axis is shown: its ticks, the numbers on pieces, and whether it is panned. */
export function fitAxis(rows, axis) {
  const { width } = rows.querySelector(".cl-lanes").getBoundingClientRect();
  if (!width) return; // not shown yet
  const wide = width - axis.behind;
  const step = tickOf(axis.total, wide / TICK_WIDE);
  rows.querySelector(".cl-ticks").replaceChildren(
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
  const pan = rows.querySelector(".cl-axisrow > .cl-pan");
  if (pan.scrollWidth > pan.clientWidth) pan.setAttribute("tabindex", "0");
  else pan.removeAttribute("tabindex");
}

/** Ticks at 1, 2, 3 or 5 times a power of ten, at most so many. */
function tickOf(longest, most) {
  for (let power = 1e-6; ; power *= 10)
    for (const times of [1, 2, 3, 5]) if (longest / (power * times) <= most) return power * times;
}

/** What the patterns mean. */
export function drawKeyOf(runs, follow, id) {
  const sample = (words, ...marks) =>
    node(
      "span",
      {},
      shape("svg", { width: 24, height: 20, "aria-hidden": "true" }, ...marks),
      words,
    );
  const box = (more) => shape("rect", { x: 0.5, y: 0.5, width: 23, height: 19, ...more });
  const plain = box({ class: "cl-who0 cl-in" });
  const back = () => [box({ class: "cl-who0 cl-back" }), box({ fill: `url(#${id}-hatch)` })];
  const split = runs.some(isSplit);
  return node(
    "p",
    { class: "cl-keyrow" },
    sample(t("forward"), plain.cloneNode()),
    sample(split ? t("backward; in zb-h1 only the input gradients (B)") : t("backward"), ...back()),
    split ? sample(t("weight gradients (W)"), ...back(), box({ fill: `url(#${id}-cross)` })) : null,
    runs.some((run) => run.chunks > 1)
      ? sample(
          t("later model chunk"),
          plain.cloneNode(),
          shape("rect", { x: 0.5, y: 16, width: 23, height: 3, class: "cl-later" }),
        )
      : null,
    sample(t("bubble: the stage waits"), box({ fill: `url(#${id}-idle)` })),
    follow < 0
      ? null
      : sample(
          t("micro-batch {n}, followed", { n: follow }),
          plain.cloneNode(),
          shape("rect", { x: 1, y: 1, width: 22, height: 18, class: "cl-sent" }),
        ),
  );
}

/** Both shares of each schedule as formulas. */
export function drawFormulas(runs) {
  return node(
    "dl",
    { class: "cl-formulas" },
    runs.flatMap((run) => [
      node("dt", {}, nameOf(run)),
      node(
        "dd",
        {},
        t("of total time {total}; of ideal time {ideal}", {
          total: run.formulas[0],
          ideal: run.formulas[1],
        }),
        run.exact.length ? "" : [" ", t("(not here: counted from the schedule)")],
      ),
    ]),
    node(
      "dd",
      { class: "cl-both" },
      t("Both shares are in use and they differ, so always say which one you mean."),
    ),
  );
}
