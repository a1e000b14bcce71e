// @ts-check
/**
 * A join over workers on a page: what a shuffle moves, and what a broadcast.
 *
 * @typedef {{ large: number, small: number, workers: number }} Sizes of both tables in GB
 * @typedef {Sizes} Begin
 * @typedef {{ large: number, small: number, workers: number }} Values places among SIZES, and workers
 */

import { amount } from "../../../../app/static/drawing/quantities.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { inRow, t } from "../../../../app/static/words.js";
import { broadcast, joined, shuffled } from "./shuffle.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css"];

const MOST = 8; // workers, a colour each
const SIZES = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 40, 60, 80, 100, 200, 500, 1000]; // GB
const [LANE, TOP, LEFT, RIGHT] = [26, 24, 64, 8];

const atOf = (/** @type {number} */ size) => SIZES.findLastIndex((one) => one <= size);
const gb = (/** @type {number} */ size) => t("{n} GB", { n: amount(Number(size.toPrecision(3))) });

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin `large` and `small` in GB, and `workers`
 */
export async function mount(el, { large, small, workers }) {
  const sizes = (/** @type {Values} */ values) => ({
    large: SIZES[values.large],
    small: SIZES[values.small],
    workers: values.workers,
  });
  const sized = {
    min: 0,
    max: SIZES.length - 1,
    shown: (/** @type {number} */ at) => gb(SIZES[at]),
  };
  new LivePicture(el, {
    root: "cl-shuffle",
    label: t("A join over several GPUs"),
    values: { large: atOf(large), small: atOf(small), workers },
    controls: [
      { key: "large", label: t("Large table"), ...sized },
      { key: "small", label: t("Small table"), ...sized, max: ({ large: most }) => most },
      { key: "workers", label: t("GPUs, with one worker each"), min: 2, max: MOST },
    ],
    draw: (values, wide, id) => [drawJoins(sizes(values), wide, id)],
    counts: (values) => counts(sizes(values)),
    says: (values) => says(sizes(values)),
  });
}

/** @param {Sizes} sizes */
function counts({ large, small, workers }) {
  return [
    [gb(shuffled(large + small, workers)), t("moved by a shuffle join")],
    [gb(broadcast(small, workers)), t("moved by a broadcast join")],
  ];
}

/** @param {Sizes} sizes */
function says({ large, small, workers }) {
  const values = {
    workers,
    parts: workers - 1,
    shuffle: gb(shuffled(large + small, workers)),
    broadcast: gb(broadcast(small, workers)),
  };
  return inRow(
    t(
      "A shuffle sends {parts} of {workers} parts of both tables to other GPUs: {shuffle}.",
      values,
    ),
    t("A broadcast sends the small table to {parts} more GPUs: {broadcast}.", values),
    lessWords(large, small, workers, values),
  );
}

/**
 * @param {number} large
 * @param {number} small
 * @param {number} workers
 * @param {{ shuffle: string, broadcast: string }} moved
 */
function lessWords(large, small, workers, { shuffle, broadcast: all }) {
  if (shuffle === all) return t("Here both move the same amount.");
  return joined(large, small, workers) === "broadcast"
    ? t("Here the broadcast moves less data.")
    : t("Here the shuffle moves less data.");
}

/**
 * Each GPU's part of both tables: what stays is plain, what leaves or arrives is hatched.
 *
 * @param {Sizes} sizes
 * @param {number} wide
 * @param {string} id
 */
function drawJoins({ large, small, workers }, wide, id) {
  const most = Math.max((large + small) / workers, large / workers + small);
  const unit = (wide - LEFT - RIGHT) / most;
  const high = TOP + 2 * (LANE * workers + 40) + 20;
  const rows = [...Array(workers).keys()];
  const title = (/** @type {number} */ y, /** @type {string} */ words) =>
    written(0, y, words, { class: "cl-strong" });
  /**
   * @param {number} worker
   * @param {number} y
   * @param {[size: number, from: number, hatched: boolean][]} pieces
   */
  const lane = (worker, y, pieces) => {
    let x = LEFT;
    const marks = pieces.flatMap(([size, from, hatched]) => {
      const place = { x, y, width: Math.max(0.5, size * unit), height: LANE - 6 };
      x += size * unit;
      return [
        shape("g", { class: `cl-who${from}` }, shape("rect", { ...place, class: "cl-in" })),
        hatched ? shape("rect", { ...place, fill: `url(#${id}-hatch)` }) : null,
      ];
    });
    return [
      written(LEFT - 8, y + 15, t("GPU {n}", { n: worker }), {
        "text-anchor": "end",
        class: "cl-says",
      }),
      ...marks,
    ];
  };
  const second = TOP + LANE * workers + 40;
  const part = (large + small) / workers / workers;
  return canvas(
    wide,
    high,
    t("What each GPU holds; the hatched part is what moves"),
    title(14, t("shuffle join: each part goes to the GPU of its keys")),
    ...rows.flatMap((worker) =>
      lane(
        worker,
        TOP + worker * LANE,
        rows.map((key) => [part, key, key !== worker]),
      ),
    ),
    title(second - 10, t("broadcast join: the large table stays")),
    ...rows.flatMap((worker) =>
      lane(worker, second + worker * LANE, [
        [large / workers, worker, false],
        [small, 7, worker > 0],
      ]),
    ),
    written(0, high - 6, t("colour: whose keys; grey: the small table; hatched: moves"), {
      class: "cl-faint",
    }),
  );
}
