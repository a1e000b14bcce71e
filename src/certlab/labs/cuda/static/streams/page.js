// @ts-check
/**
 * Streams on a page: chunks, streams, copy engines and pinned memory, and when what runs.
 *
 * @import { Span, Timeline } from "./streams.js"
 * @typedef {{ times: number[], chunks: number, streams: number, engines: number, pinned: boolean }} Begin
 * @typedef {{ chunks: number, streams: number, engines: string, pinned: boolean }} Values what the controls hold
 */

import { amount, percentText } from "../../../../app/static/drawing/quantities.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { inRow, t, tn } from "../../../../app/static/words.js";
import { timeline } from "./streams.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css"];

const [LANE, TOP, LEFT, RIGHT] = [40, 12, 72, 12];
const MOST = 8;

const milliseconds = (/** @type {number} */ seconds) =>
  t("{n} ms", { n: amount(Number((seconds * 1e3).toPrecision(3))) });
/** @returns {Record<string, string>} */
const engineWords = () => ({
  "copy in": t("copy in"),
  kernels: t("kernels"),
  "copy out": t("copy out"),
  copies: t("copies"),
});

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin `times` of all chunks to copy in, work and copy out, in seconds; and what is first
 */
export async function mount(el, { times, chunks, streams, engines, pinned }) {
  const run = (/** @type {Values} */ values) =>
    timeline({ ...values, engines: Number(values.engines), times });
  new LivePicture(el, {
    root: "cl-streams",
    label: t("Chunks in streams"),
    values: { chunks, streams, engines: String(engines), pinned },
    controls: [
      { key: "chunks", label: t("Chunks"), min: 1, max: 2 * MOST },
      { key: "streams", label: t("Streams"), min: 1, max: MOST },
      {
        key: "engines",
        label: t("Copy engines"),
        choices: [
          ["2", t("two, one for each direction")],
          ["1", t("one for both")],
        ],
      },
      { key: "pinned", label: t("Pinned host memory"), tick: true },
    ],
    draw: (values, wide, id) => [drawLanes(run(values), wide, id)],
    counts: (values) => counts(run(values)),
    says: (values) => says(values, run(values)),
  });
}

const bound = (/** @type {Timeline} */ { busy }) =>
  Object.entries(busy).reduce((a, b) => (b[1] > a[1] ? b : a));

/** @param {Timeline} done */
function counts(done) {
  const [, most] = bound(done);
  return [
    [milliseconds(done.seconds), t("from the first copy to the last")],
    [milliseconds(done.serial), t("one after another")],
    [percentText(most / done.seconds), t("of the time the busiest engine works")],
  ];
}

/**
 * @param {Values} values
 * @param {Timeline} done
 */
function says({ chunks, streams, pinned }, done) {
  const [engine, most] = bound(done);
  const first = t("{chunks} in {streams} take {time}, instead of {serial} one after another.", {
    chunks: tn("{n} chunk", "{n} chunks", chunks),
    streams: tn("{n} stream", "{n} streams", Math.min(streams, chunks)),
    time: milliseconds(done.seconds),
    serial: milliseconds(done.serial),
  });
  const busiest = t("The busiest engine, {engine}, works for {most}, so no order can take less.", {
    engine: engineWords()[engine],
    most: milliseconds(most),
  });
  const held = pinned
    ? ""
    : t("A copy from pageable memory blocks the host, which can queue nothing meanwhile.");
  return inRow(first, busiest, held);
}

/**
 * @param {Timeline} done
 * @param {number} wide
 * @param {string} id
 */
function drawLanes({ engines, spans, seconds, serial }, wide, id) {
  const high = TOP + LANE * engines.length + 40;
  const x = (/** @type {number} */ time) => LEFT + (time / serial) * (wide - LEFT - RIGHT);
  const foot = TOP + LANE * engines.length;
  /**
   * @param {number} time
   * @param {string} words
   * @param {string} kind
   * @param {string} anchor
   */
  const mark = (time, words, kind, anchor) => [
    shape("line", { x1: x(time), x2: x(time), y1: TOP - 6, y2: foot + 4, class: kind }),
    written(x(time), foot + 18, words, { "text-anchor": anchor, class: "cl-says" }),
  ];
  const near = x(serial) - x(seconds) < 120;
  return canvas(
    wide,
    high,
    t("One row for each engine, with time to the right"),
    ...engines.flatMap((engine, n) => [
      written(LEFT - 8, TOP + n * LANE + 22, engineWords()[engine], {
        "text-anchor": "end",
        class: "cl-says",
      }),
      shape("line", {
        x1: LEFT,
        x2: x(serial),
        y1: TOP + (n + 1) * LANE - 2,
        y2: TOP + (n + 1) * LANE - 2,
        class: "cl-rule",
      }),
    ]),
    ...spans.map((span) => bar(span, TOP + engines.indexOf(span.engine) * LANE, x, id)),
    ...mark(seconds, milliseconds(seconds), "cl-you", "end"),
    ...mark(
      serial,
      near ? "" : t("{time} one after another", { time: milliseconds(serial) }),
      "cl-axis",
      "end",
    ),
    written(LEFT, foot + 18, "0", { class: "cl-says" }),
    written(0, high - 4, t("colour and number: the stream; hatched: copies"), {
      class: "cl-faint",
    }),
  );
}

/**
 * @param {Span} span
 * @param {number} y
 * @param {(time: number) => number} x
 * @param {string} id
 */
function bar({ stream, step, start, end }, y, x, id) {
  const place = { x: x(start), y: y + 4, width: Math.max(1, x(end) - x(start)), height: LANE - 12 };
  const copy = step !== 1;
  return shape(
    "g",
    { class: `cl-who${(Number(stream) - 1) % 8}` },
    shape("rect", { ...place, class: "cl-in" }),
    copy ? shape("rect", { ...place, fill: `url(#${id}-hatch)` }) : null,
    place.width < 12
      ? null
      : written(place.x + place.width / 2, y + 22, stream, {
          "text-anchor": "middle",
          class: copy ? "cl-halo" : "cl-says",
        }),
  );
}
