// @ts-check
/**
 * LSH on a page: bands, values in a band, and how likely a pair of some similarity is noticed.
 *
 * @typedef {{ bands: number, rows: number, similarity: number }} Begin
 * @typedef {{ bands: number, rows: number, at: number }} Values what the controls hold
 */

import { percentText } from "../../../../app/static/drawing/quantities.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { t } from "../../../../app/static/words.js";
import { bend, chance } from "./chance.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css"];

const HIGH = 240;
const BOX = { top: 14, bottom: 36, left: 48, right: 12 };
const POINTS = 100;
const HUNDREDTHS = 100; // a step of the slider for similarity
const similarityOf = (/** @type {Values} */ { at }) => at / HUNDREDTHS;

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin `bands` and `rows`, which stay as a second curve, and a `similarity`
 */
export async function mount(el, { bands, rows, similarity }) {
  new LivePicture(el, {
    root: "cl-lsh",
    label: t("Bands and similarity"),
    values: { bands, rows, at: Math.round(similarity * HUNDREDTHS) },
    controls: [
      { key: "bands", label: t("Bands"), min: 1, max: 40 },
      { key: "rows", label: t("Minhashes in a band"), min: 1, max: 20 },
      {
        key: "at",
        label: t("Similarity of the pair"),
        min: 0,
        max: HUNDREDTHS,
        shown: (at) => String(at / HUNDREDTHS),
      },
    ],
    draw: (values, wide) => [drawCurves(wide, values, { bands, rows })],
    counts: (values) => [
      [
        percentText(chance(similarityOf(values), values.bands, values.rows)),
        t("chance that this pair is noticed"),
      ],
      [String(values.bands * values.rows), t("minhashes for each document")],
      [bend(values.bands, values.rows).toFixed(2), t("similarity where the curve is steep")],
    ],
    says: (values) => {
      const chances = (/** @type {{ bands: number, rows: number }} */ one) =>
        percentText(chance(similarityOf(values), one.bands, one.rows));
      const now = t(
        "With {bands} bands of {rows} minhashes, a pair of similarity {similarity} is noticed with a chance of {chance}.",
        {
          bands: values.bands,
          rows: values.rows,
          similarity: similarityOf(values),
          chance: chances(values),
        },
      );
      if (values.bands === bands && values.rows === rows) return now;
      const before = { bands, rows, chance: chances({ bands, rows }) };
      return `${now} ${t("With {bands} bands of {rows}, the chance would be {chance}.", before)}`;
    },
  });
}

/**
 * @param {number} wide
 * @param {Values} values
 * @param {{ bands: number, rows: number }} first
 */
function drawCurves(wide, values, first) {
  const x = (/** @type {number} */ similarity) =>
    BOX.left + similarity * (wide - BOX.left - BOX.right);
  const y = (/** @type {number} */ value) => BOX.top + (1 - value) * (HIGH - BOX.top - BOX.bottom);
  const way = (/** @type {{ bands: number, rows: number }} */ { bands, rows }) =>
    [...Array(POINTS + 1).keys()]
      .map((n) => {
        const similarity = n / POINTS;
        const point = `${x(similarity).toFixed(1)} ${y(chance(similarity, bands, rows)).toFixed(1)}`;
        return `${n ? "L" : "M"}${point}`;
      })
      .join("");
  const low = y(0);
  const rules = [0, 0.25, 0.5, 0.75, 1].flatMap((value) => [
    shape("line", { x1: x(0), y1: y(value), x2: x(1), y2: y(value), class: "cl-rule" }),
    written(BOX.left - 8, y(value) + 4, String(value), {
      "text-anchor": "end",
      class: "cl-faint",
    }),
  ]);
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1].map((similarity) =>
    written(x(similarity), low + 16, String(similarity), {
      "text-anchor": "middle",
      class: "cl-faint",
    }),
  );
  const at = similarityOf(values);
  const reached = chance(at, values.bands, values.rows);
  return canvas(
    wide,
    HIGH,
    t("Chance of becoming a candidate over the similarity of a pair"),
    ...rules,
    ...ticks,
    written(x(1), HIGH - 4, t("Jaccard similarity"), { "text-anchor": "end", class: "cl-faint" }),
    shape(
      "g",
      { class: "cl-who1" },
      shape("path", { d: way(first), class: "cl-line cl-dashed", opacity: 0.7 }),
    ),
    shape("g", { class: "cl-who0" }, shape("path", { d: way(values), class: "cl-line" })),
    shape("line", { x1: x(at), y1: low, x2: x(at), y2: y(reached), class: "cl-you" }),
    shape("circle", { cx: x(at), cy: y(reached), r: 6, class: "cl-dot" }),
  );
}
