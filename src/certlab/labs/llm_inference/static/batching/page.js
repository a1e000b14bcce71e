// @ts-check
/**
 * Batching on a page: who is in which slot over time, and who holds which block of the cache.
 *
 * @import { Asked, Film, Frame, Request } from "./batches.js"
 * @typedef {{ joins: Asked["joins"], slots: number, blocks: number, pass: number }} Values what the controls hold
 * @typedef {{ requests: Request[], block: number, chunk: number, ms: number, values: Values }} Begin
 * @typedef {{ who: number, kind: string, start: number, end: number }} Shown passes of a slot that show the same
 */

import { decimals, percentText } from "../../../../app/static/drawing/quantities.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { inRow, t, tn } from "../../../../app/static/words.js";
import { film } from "./batches.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css"];

const [LANE, TOP, LEFT, RIGHT] = [30, 10, 56, 12];
const [CELL, GAP] = [50, 6]; // a block's height, and what is between two

const time = (/** @type {number} */ ms) => t("{n} ms", { n: String(Math.round(ms)) });
const name = (/** @type {number} */ n) => `R${n + 1}`;

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin `requests`, `block`, `chunk` and `ms` as `film` takes them, and the first `values`
 */
export async function mount(el, { requests, block, chunk, ms, values }) {
  const run = (/** @type {Values} */ now) => film({ requests, block, chunk, ms, ...now });
  const least = Math.max(...requests.map(([, p, o]) => Math.ceil((p + o - 1) / block)));
  new LivePicture(el, {
    root: "cl-batching",
    label: t("Batching and the KV cache"),
    values,
    controls: [
      {
        key: "joins",
        label: t("Batching"),
        choices: [
          ["in-flight", t("in-flight: a slot is filled at once")],
          ["static", t("static: a batch ends as a whole")],
        ],
      },
      { key: "slots", label: t("Slots"), min: 1, max: 6 },
      {
        key: "blocks",
        label: t("Blocks of the cache"),
        min: least,
        max: 32,
        shown: (n) => t("{n} of {block} tokens", { n, block }),
      },
      {
        key: "pass",
        label: t("Time"),
        min: 0,
        max: (now) => run(now).frames.length - 1,
        shown: (n, now) => time(run(now).frames[n].start),
      },
    ],
    draw: (now, wide, id) => {
      const done = run(now);
      return [drawSlots(done, now, wide, id), drawBlocks(done, now, block, wide, id)];
    },
    counts: (now) => counts(run(now)),
    says: (now) => says(run(now), now),
  });
}

/** @param {Film} film */
function counts({ milliseconds, rate, ttft, atWork, preemptions }) {
  return [
    [time(milliseconds), t("until the last request is done")],
    [decimals(rate, 1), t("tokens a second")],
    [time(ttft), t("mean time to the first token")],
    [percentText(atWork), t("of the slots at work")],
    [String(preemptions), t("requests thrown out")],
  ];
}

/**
 * @param {Film} film
 * @param {Values} values
 */
function says({ frames, milliseconds, preemptions }, { joins, slots, blocks, pass }) {
  const { start, held, waiting } = frames[pass];
  const used = held.reduce((sum, [, own]) => sum + own.length, 0);
  const names = (/** @type {number[]} */ list) => list.map(name).join(", ");
  return inRow(
    joins === "static"
      ? t("Static batching on {slots} takes {time}.", {
          slots: tn("{n} slot", "{n} slots", slots),
          time: time(milliseconds),
        })
      : t("In-flight batching on {slots} takes {time}.", {
          slots: tn("{n} slot", "{n} slots", slots),
          time: time(milliseconds),
        }),
    t("At {time}, {names} use {used} of {blocks} blocks.", {
      time: time(start),
      names: names(held.map(([n]) => n)),
      used,
      blocks,
    }),
    waiting.length ? t("Waiting: {names}.", { names: names(waiting) }) : "",
    preemptions
      ? tn(
          "Blocks run out once, and a request is computed again.",
          "Blocks run out {n} times, and each time a request is computed again.",
          preemptions,
        )
      : "",
  );
}

/**
 * @param {Film} film
 * @param {Values} values
 * @param {number} wide
 * @param {string} id
 */
function drawSlots({ frames, milliseconds }, { slots, pass }, wide, id) {
  const high = TOP + LANE * slots + 26;
  const foot = TOP + LANE * slots;
  const x = (/** @type {number} */ ms) => LEFT + (ms / milliseconds) * (wide - LEFT - RIGHT);
  const ends = [...frames.slice(1).map(({ start }) => start), milliseconds];
  const lanes = [...Array(slots).keys()].flatMap((slot) => [
    written(LEFT - 8, TOP + slot * LANE + 19, t("slot {n}", { n: slot }), {
      "text-anchor": "end",
      class: "cl-faint",
    }),
    shape("rect", {
      x: LEFT,
      y: TOP + slot * LANE + 2,
      width: x(milliseconds) - LEFT,
      height: LANE - 6,
      fill: `url(#${id}-idle)`,
    }),
    ...spans(frames, ends, slot).map((span) => bar(span, TOP + slot * LANE + 2, x, id)),
  ]);
  const cursor = x(frames[pass].start);
  return canvas(
    wide,
    high,
    t("One row for each slot, with time to the right"),
    ...lanes,
    shape("line", { x1: cursor, x2: cursor, y1: 2, y2: foot + 4, class: "cl-you" }),
    written(LEFT, foot + 18, "0", { class: "cl-faint" }),
    written(x(milliseconds), foot + 18, time(milliseconds), {
      "text-anchor": "end",
      class: "cl-faint",
    }),
    written((LEFT + wide) / 2, foot + 18, t("hatched: prefill; dots: an idle slot"), {
      "text-anchor": "middle",
      class: "cl-faint",
    }),
  );
}

/**
 * What a slot shows, passes that show the same being one.
 *
 * @param {Frame[]} frames
 * @param {number[]} ends
 * @param {number} slot
 */
function spans(frames, ends, slot) {
  /** @type {Shown[]} */
  const made = [];
  frames.forEach(({ start, rows }, n) => {
    const last = made.at(-1);
    const row = rows[slot];
    if (!row) return;
    const [who, kind] = row;
    if (last?.who === who && last.kind === kind && last.end === start) last.end = ends[n];
    else made.push({ who, kind, start, end: ends[n] });
  });
  return made;
}

/**
 * @param {Shown} span
 * @param {number} y
 * @param {(ms: number) => number} x
 * @param {string} id
 */
function bar({ who, kind, start, end }, y, x, id) {
  const place = { x: x(start), y, width: x(end) - x(start), height: LANE - 6 };
  return shape(
    "g",
    { class: `cl-who${who % 8}` },
    shape("rect", { ...place, class: "cl-in" }),
    kind === "read" ? shape("rect", { ...place, fill: `url(#${id}-hatch)` }) : null,
    kind === "read" || place.width < 26
      ? null
      : written(place.x + 5, y + 16, name(who), { class: "cl-says" }),
  );
}

/**
 * @param {Film} film
 * @param {Values} values
 * @param {number} block
 * @param {number} wide
 * @param {string} id
 */
function drawBlocks({ frames }, { blocks, pass }, block, wide, id) {
  const columns = Math.max(3, Math.min(8, Math.floor((wide + GAP) / 84)));
  const size = (wide + GAP) / columns - GAP;
  /** @type {Map<number, [request: number, tokens: number]>} */
  const owner = new Map();
  for (const [n, own, tokens] of frames[pass].held)
    own.forEach((number, place) => {
      owner.set(number, [n, Math.max(0, Math.min(block, tokens - place * block))]);
    });
  const cells = [...Array(blocks).keys()].flatMap((number) => {
    const [x, y] = [
      (number % columns) * (size + GAP),
      20 + Math.floor(number / columns) * (CELL + GAP),
    ];
    const place = { x: x + 0.5, y: y + 0.5, width: size - 1, height: CELL - 1 };
    const [who, tokens] = owner.get(number) ?? [null, 0];
    const empty = (block - tokens) / block;
    return [
      shape(
        "g",
        who === null ? {} : { class: `cl-who${who % 8}` },
        shape("rect", { ...place, fill: "none", class: who === null ? "cl-rule" : "cl-in" }),
        who === null || !empty
          ? null
          : shape("rect", {
              x: x + size * (1 - empty),
              y: y + CELL - 12,
              width: size * empty,
              height: 11,
              fill: `url(#${id}-idle)`,
            }),
        written(x + 6, y + 18, who === null ? t("free") : name(who), { class: "cl-says" }),
        written(x + 6, y + 33, who === null ? "" : t("{n} of {all}", { n: tokens, all: block }), {
          class: "cl-faint",
        }),
        written(x + size - 5, y + 18, String(number), {
          "text-anchor": "end",
          class: "cl-faint",
        }),
      ),
    ];
  });
  return canvas(
    wide,
    20 + Math.ceil(blocks / columns) * (CELL + GAP),
    t("Blocks of the cache at the time of the line"),
    written(0, 12, t("blocks of the cache at the time of the line; below, tokens in each"), {
      class: "cl-faint",
    }),
    ...cells,
  );
}
