// @ts-check
/**
 * Charts of a report. Coordinates are percents, so that they stretch and their text does not.
 *
 * @import { Report } from "./exams.d.ts"
 * @typedef {SVGElement | null | SVGElement[]} Shapes
 */

import { node } from "../dom.js";
import { shape } from "../drawing/shapes.js";
import { t } from "../words.js";

const DOT = 5; // pixels

/**
 * A share with its interval on a scale from `from` to 100 %; `mark` is a thin upright.
 *
 * @param {{ share: number, low: number, high: number, mark?: number | null, from?: number,
 *   strong?: boolean, height?: number }} whisker
 */
export function drawWhisker({
  share,
  low,
  high,
  mark = null,
  from = 0,
  strong = true,
  height = 40,
}) {
  const x = (/** @type {number} */ value) => `${(100 * (100 * value - from)) / (100 - from)}%`;
  const y = height / 2;
  return plot(
    { height, "aria-hidden": "true", class: strong ? "cl-plot cl-is-strong" : "cl-plot" },
    mark === null
      ? null
      : shape("line", { class: "cl-axis", x1: x(mark), x2: x(mark), y1: 0, y2: height }),
    shape("line", {
      class: "cl-whisker",
      x1: x(Math.max(low, from / 100)),
      x2: x(high),
      y1: y,
      y2: y,
    }),
    shape("circle", { class: "cl-dot", cx: x(Math.max(share, from / 100)), cy: y, r: DOT }),
  );
}

// Which labels go where there is no room: those at the quarters, then the one in the middle.
const TICKS = ["", " cl-is-between", " cl-is-middle", " cl-is-between", ""];

/**
 * The scale below whiskers.
 *
 * @param {number} from percent
 */
export function drawScale(from = 0) {
  const steps = [0, 1, 2, 3, 4].map((n) => from + (n * (100 - from)) / 4);
  const anchors = ["start", "middle", "middle", "middle", "end"];
  return node(
    "div",
    { class: "cl-scale" },
    plot(
      { height: 24, "aria-hidden": "true", class: "cl-plot" },
      shape("line", { class: "cl-axis", x1: "0", x2: "100%", y1: 0.5, y2: 0.5 }),
      steps.flatMap((value, n) => [
        shape("line", { class: "cl-axis", x1: `${25 * n}%`, x2: `${25 * n}%`, y1: 0, y2: 4 }),
        label(`${25 * n}%`, 18, n === 4 ? `${value} %` : String(value), {
          "text-anchor": anchors[n],
          class: `cl-tick${TICKS[n]}`,
        }),
      ]),
    ),
  );
}

/**
 * The chance to pass by cut: [[cut, chance], …] in percent and shares.
 *
 * @param {Report["curve"]} curve
 */
export function drawCurve(curve) {
  const [first] = curve[0];
  const [last] = curve[curve.length - 1];
  const x = (/** @type {number} */ cut) => 10 + (88 * (cut - first)) / (last - first);
  const y = (/** @type {number} */ chance) => 16.5 + 208 * (1 - chance);
  const marked = curve.filter(([cut]) => [60, 70, 80].includes(cut));
  const words = marked.map(([cut, chance]) =>
    t("{chance} % at {cut}", { chance: Math.round(100 * chance), cut }),
  );
  return plot(
    {
      height: 280,
      role: "img",
      "aria-label": t("Chance by pass mark: {list}", { list: words.join(", ") }),
      class: "cl-plot cl-is-strong",
    },
    [0, 0.5, 1].flatMap((chance) => [
      shape("line", { class: "cl-axis", x1: "10%", x2: "98%", y1: y(chance), y2: y(chance) }),
      label("8.5%", y(chance) + 4, chance === 1 ? "100 %" : String(100 * chance), {
        "text-anchor": "end",
        class: "cl-tick",
      }),
    ]),
    curve
      .filter(([cut]) => cut % 10 === 0)
      .map(([cut]) =>
        label(`${x(cut)}%`, 244, String(cut), { "text-anchor": "middle", class: "cl-tick" }),
      ),
    label("54%", 268, t("pass mark, % of questions right"), {
      "text-anchor": "middle",
      class: "cl-tick",
    }),
    curve.slice(1).map(([cut, chance], n) =>
      shape("line", {
        class: "cl-curve",
        x1: `${x(curve[n][0])}%`,
        y1: y(curve[n][1]),
        x2: `${x(cut)}%`,
        y2: y(chance),
      }),
    ),
    marked.flatMap(([cut, chance], n) => [
      shape("circle", { class: "cl-dot", cx: `${x(cut)}%`, cy: y(chance), r: DOT }),
      label(`${x(cut)}%`, y(chance) - 6, words[n], { dx: 8, class: "cl-label" }),
    ]),
  );
}

/**
 * @param {Record<string, string | number>} attributes
 * @param {Shapes[]} made
 */
function plot(attributes, ...made) {
  return shape("svg", { width: "100%", ...attributes }, ...made.flat());
}

/**
 * @param {string} x
 * @param {number} y
 * @param {string} words
 * @param {Record<string, string | number>} more
 */
function label(x, y, words, more) {
  const text = shape("text", { x, y, ...more });
  text.textContent = words;
  return text;
}
