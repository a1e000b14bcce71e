// @ts-check
/**
 * The expected score over time as a line with its interval, and mock exams as stars with theirs.
 *
 * Coordinates are percents, so that it stretches and its text does not; the line and its band lie in
 * a picture of their own, which stretches whole.
 *
 * @import { Expected, MockMark } from "../days.d.ts"
 * @typedef {Expected & { day: string }} Point
 */

import { dayOfYear, daysAfter, shortDay } from "../../../app/static/dates.js";
import { shape, written } from "../../../app/static/drawing/shapes.js";
import { t, tn } from "../../../app/static/words.js";

const [LEFT, WIDE] = [9, 88]; // percent: where the days begin, and what they take
const [TOP, TALL] = [8, 184]; // pixels, of the scale
const HEIGHT = TOP + TALL + 28;
const DOT = 5;

/**
 * At least a point or a mark, in order of time.
 *
 * @param {Point[]} points
 * @param {MockMark[]} marks
 */
export function drawScoreChart(points, marks) {
  const all = [...points, ...marks];
  const at = placesOf(all.map(({ day }) => day));
  // What is all of one day stands side by side.
  const x = (/** @type {Point | MockMark} */ one) =>
    LEFT + WIDE * (at.span ? at(one.day) : (all.indexOf(one) + 1) / (all.length + 1));
  const last = points.at(-1);
  return shape(
    "svg",
    {
      width: "100%",
      height: HEIGHT,
      role: "img",
      "aria-label": wordsOf(points, marks),
      class: "cl-plot cl-over-time",
    },
    drawGrid(),
    points.length > 1 ? drawLine(points, at) : null,
    last && points.length === 1 ? upright(x(last), last, "cl-is-strong") : null,
    last ? dotOf(last, x(last)) : null,
    marks.flatMap((mark) => drawMark(mark, x(mark))),
    drawDays(at),
  );
}

/**
 * Where a day lies, from 0 to 1; a day alone stands in the middle.
 *
 * @param {string[]} days
 */
function placesOf(days) {
  const sorted = [...days].sort();
  const [first, last] = [sorted[0], sorted[sorted.length - 1]];
  const number = (/** @type {string} */ day) => Date.parse(day) / 86_400_000;
  const span = number(last) - number(first);
  /** @param {string} day */
  const at = (day) => (span ? (number(day) - number(first)) / span : 0.5);
  return Object.assign(at, { first, last, span });
}

/** @param {number} share */
const y = (share) => TOP + TALL * (1 - share);

function drawGrid() {
  return [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    shape("line", {
      class: "cl-axis",
      x1: `${LEFT - 1}%`,
      x2: `${LEFT + WIDE + 2}%`,
      y1: y(share),
      y2: y(share),
    }),
    written(`${LEFT - 2}%`, y(share) + 4, String(100 * share), {
      "text-anchor": "end",
      class: "cl-tick",
    }),
  ]);
}

/**
 * @param {Point[]} points
 * @param {(day: string) => number} at
 */
function drawLine(points, at) {
  const place = (/** @type {string} */ day, /** @type {number} */ share) =>
    `${(100 * at(day)).toFixed(2)},${(100 * (1 - share)).toFixed(2)}`;
  const highs = points.map(({ day, high }) => place(day, high));
  const lows = points.map(({ day, low }) => place(day, low)).reverse();
  return shape(
    "svg",
    {
      x: `${LEFT}%`,
      width: `${WIDE}%`,
      y: TOP,
      height: TALL,
      viewBox: "0 0 100 100",
      preserveAspectRatio: "none",
    },
    shape("polygon", { class: "cl-band", points: [...highs, ...lows].join(" ") }),
    shape("polyline", {
      class: "cl-line",
      points: points.map(({ day, mean }) => place(day, mean)).join(" "),
    }),
  );
}

/**
 * @param {Point} point
 * @param {number} x percent
 */
const dotOf = ({ mean }, x) =>
  shape("circle", { class: "cl-dot cl-is-strong", cx: `${x}%`, cy: y(mean), r: DOT });

/**
 * @param {number} x percent
 * @param {{ low: number, high: number }} interval
 * @param {string} own
 */
const upright = (x, { low, high }, own) =>
  shape("line", {
    class: `cl-whisker ${own}`,
    x1: `${x}%`,
    x2: `${x}%`,
    y1: y(low),
    y2: y(high),
  });

/**
 * @param {MockMark} mark
 * @param {number} x percent
 */
function drawMark(mark, x) {
  return [
    upright(x, mark, "cl-of-mock"),
    written(`${x}%`, y(mark.share) + 6, "★", { "text-anchor": "middle", class: "cl-mock-star" }),
  ];
}

/**
 * The first day and the last, and where there is room the one between.
 *
 * @param {ReturnType<typeof placesOf>} at
 */
function drawDays(at) {
  const { first, last, span } = at;
  const named = first.slice(0, 4) === last.slice(0, 4) ? dayOfYear : shortDay;
  const middle = daysAfter(first, Math.round(span / 2));
  /** @type {[string, string, string][]} */
  const days = span
    ? [
        [first, "start", ""],
        [last, "end", ""],
      ]
    : [[first, "middle", ""]];
  if (span > 7) days.push([middle, "middle", "cl-is-between"]);
  return days.map(([day, anchor, own]) =>
    written(`${LEFT + WIDE * at(day)}%`, TOP + TALL + 20, named(day), {
      "text-anchor": anchor,
      class: `cl-tick ${own}`,
    }),
  );
}

/**
 * What the picture shows, for who does not see it; the table below has every number.
 *
 * @param {Point[]} points
 * @param {MockMark[]} marks
 */
function wordsOf(points, marks) {
  const [first, last] = [points[0], points.at(-1)];
  const percent = (/** @type {number} */ share) => Math.round(100 * share);
  const says = [];
  if (last && points.length > 1)
    says.push(
      t("Expected score: {n} % on {first}, {now} % on {last}.", {
        n: percent(first.mean),
        first: shortDay(first.day),
        now: percent(last.mean),
        last: shortDay(last.day),
      }),
    );
  else if (last)
    says.push(
      t("Expected score: {n} % on {day}.", { n: percent(last.mean), day: shortDay(last.day) }),
    );
  if (marks.length)
    says.push(
      tn("{n} mock exam: {list} %.", "{n} mock exams: {list} %.", marks.length, {
        list: marks.map(({ share }) => percent(share)).join(", "),
      }),
    );
  return says.join(" ");
}
