// @ts-check
/**
 * A queue of a switch port on a page: senders and the two thresholds are chosen, and the queue follows.
 *
 * @import { Control } from "../../../../app/static/simulator/pictures.d.ts"
 * @import { Passed } from "./burst.js"
 * @typedef {{ senders: number, mark: number, pause: number }} Values thresholds in packets
 * @typedef {{ fixed: { packets: number, room: number, delay: number }, most: number, slot: number, values: Values }} Begin
 */

import { decimals, grouped } from "../../../../app/static/drawing/quantities.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { t, tn } from "../../../../app/static/words.js";
import { burst } from "./burst.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css"];

const HIGH = 250;
const BOX = { top: 18, bottom: 40, left: 44, right: 16 };
const OFF = 20; // the step of the sliders that is at the end of the queue: without it

const packets = (/** @type {number} */ count) =>
  tn("{n} packet", "{n} packets", Math.round(count), { n: grouped(Math.round(count)) });

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin what is `fixed`, the `most` senders, a `slot` in microseconds, and the first `values`
 */
export async function mount(el, { fixed, most, slot, values }) {
  const step = fixed.room / OFF;
  const threshold = (/** @type {number} */ n) => (n >= OFF ? null : n * step);
  const at = (/** @type {Values} */ now) =>
    burst({
      ...fixed,
      senders: now.senders,
      mark: threshold(now.mark),
      pause: threshold(now.pause),
    });
  const shown = (/** @type {number} */ n) => (n >= OFF ? t("off") : packets(n * step));
  /** @type {(key: string, label: string, min: number, max: number, shown?: (value: number) => string) => Control} */
  const slider = (key, label, min, max, shown) => ({ key, label, min, max, shown });
  const begun = (/** @type {number} */ value) => (value ? Math.round(value / step) : OFF);
  new LivePicture(el, {
    root: "cl-incast",
    label: t("Many senders, one port"),
    values: { senders: values.senders, mark: begun(values.mark), pause: begun(values.pause) },
    controls: [
      slider("senders", t("Servers that send at once"), 1, most),
      slider("mark", t("ECN marks from"), 1, OFF, shown),
      slider("pause", t("PFC pauses from"), 1, OFF, shown),
    ],
    draw: (now, wide) => [
      drawQueue(wide, at(now), {
        ...fixed,
        slot,
        mark: threshold(now.mark),
        pause: threshold(now.pause),
      }),
    ],
    counts: (now) => counts(at(now), slot),
    says: (now) => says(now, at(now), fixed, threshold(now.pause)),
  });
}

/**
 * @param {Passed} passed
 * @param {number} slot
 */
function counts(passed, slot) {
  const time = (/** @type {number} */ slots) => t("{n} µs", { n: decimals(slots * slot, 1) });
  return [
    [packets(passed.dropped), t("dropped, and sent again")],
    [packets(passed.marked), t("marked with ECN")],
    [time(passed.paused), t("in which the senders are paused")],
    [time(passed.idle), t("in which the port is idle too early")],
  ];
}

/**
 * @param {Values} now
 * @param {Passed} passed
 * @param {{ room: number, delay: number }} fixed
 * @param {number | null} pause
 */
function says(now, { dropped, paused, idle, queue }, { room, delay }, pause) {
  const longest = Math.round(Math.max(...queue));
  const given = { longest, late: now.senders * 2 * delay, above: room - Number(pause) };
  if (dropped >= 1 && pause !== null)
    return t(
      "The pause comes too late. About {late} packets are still sent or under way when it arrives, and the queue has room for {above} above the threshold.",
      given,
    );
  if (dropped >= 1 && now.mark < OFF)
    return t(
      "Marking slows the senders only after a notice has come back to them. The queue is full before that, so packets are dropped.",
    );
  if (dropped >= 1)
    return t("Nothing slows the senders, so the queue stays full and packets are dropped.");
  if (paused)
    return t(
      "Nothing is dropped, but the senders were paused, and with them whatever they had for others in this class. The queue holds up to {longest} packets.",
      given,
    );
  if (idle > queue.length / 20)
    return t(
      "Nothing is dropped, but the senders slowed down so much that the port ran empty before all was there.",
    );
  return t(
    "Nothing is dropped, nobody is paused, and the queue holds up to {longest} packets.",
    given,
  );
}

/**
 * @param {number} wide
 * @param {Passed} passed
 * @param {{ room: number, slot: number, mark: number | null, pause: number | null }} given
 */
function drawQueue(wide, { queue }, { room, slot, mark, pause }) {
  const x = (/** @type {number} */ at) =>
    BOX.left + (at / queue.length) * (wide - BOX.left - BOX.right);
  const y = (/** @type {number} */ waits) =>
    HIGH - BOX.bottom - (waits / (1.1 * room)) * (HIGH - BOX.top - BOX.bottom);
  const every = Math.max(1, Math.ceil(queue.length / 300));
  const points = queue.flatMap((waits, at) =>
    at % every ? [] : [`${x(at).toFixed(1)} ${y(waits).toFixed(1)}`],
  );
  /**
   * @param {number | null} at
   * @param {string} name
   * @param {string} who
   */
  const level = (at, name, who) =>
    at === null
      ? null
      : shape(
          "g",
          { class: who },
          shape("line", {
            x1: BOX.left,
            x2: wide - BOX.right,
            y1: y(at),
            y2: y(at),
            class: "cl-line cl-dashed",
          }),
          written(wide - BOX.right, y(at) - 5, name, { "text-anchor": "end", class: "cl-halo" }),
        );
  const end = { "text-anchor": "end", class: "cl-faint" };
  return canvas(
    wide,
    HIGH,
    t("Packets that wait at the port, over time"),
    written(4, 11, t("packets that wait"), { class: "cl-faint" }),
    ...[0, room / 2, room].map((n) => written(BOX.left - 6, y(n) + 4, String(n), end)),
    shape("line", { x1: BOX.left, x2: wide - BOX.right, y1: y(0), y2: y(0), class: "cl-axis" }),
    shape(
      "g",
      { class: "cl-who0" },
      shape("path", { d: `M${points.join("L")}`, class: "cl-line" }),
    ),
    level(room, t("full: packets are dropped"), "cl-who5"),
    level(pause, t("PFC pauses"), "cl-who3"),
    level(mark, t("ECN marks"), "cl-who1"),
    written(BOX.left, HIGH - 22, "0", { class: "cl-faint" }),
    written(wide - BOX.right, HIGH - 22, t("{n} µs", { n: decimals(queue.length * slot, 0) }), end),
  );
}
