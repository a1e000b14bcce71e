// @ts-check
/**
 * Dynamic batching on a page: clients, delay and largest batch are chosen, and the rate follows.
 *
 * @import { Cost } from "./loop.js"
 * @typedef {{ clients: number, delay: number, most: number }} Values the delay in halves of a millisecond
 * @typedef {{ clients: number, delay: number | null, rate: number }} Measured null: without the batcher
 * @typedef {{ cost: Cost, measured: Measured[], values: Values }} Begin
 * @typedef {(now: Values, delay: number | null) => { rate: number, mean: number, batch: number }} Run
 */

import { decimals, grouped } from "../../../../app/static/drawing/quantities.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { t } from "../../../../app/static/words.js";
import { closedLoop } from "./loop.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css"];

const HIGH = 260;
const BOX = { top: 18, bottom: 42, left: 56, right: 16 };
const LONGEST = 10; // milliseconds on the axis
const ANSWERS = 400;

const ms = (/** @type {number} */ value) => t("{n} ms", { n: decimals(value, 1) });

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin the `cost` of the simulator, the `measured` cells, and the first `values`
 */
export async function mount(el, { cost, measured, values }) {
  /**
   * @param {string} key
   * @param {string} label
   * @param {number} min
   * @param {number} max
   * @param {(value: number) => string} [shown]
   */
  const slider = (key, label, min, max, shown) => ({ key, label, min, max, shown });
  const at = (/** @type {Values} */ now, /** @type {number | null} */ delay) =>
    closedLoop(cost, now.clients, delay, now.most, ANSWERS);
  new LivePicture(el, {
    root: "cl-dynamicbatch",
    label: t("Dynamic batching"),
    values,
    controls: [
      slider("clients", t("Clients that send requests at once"), 1, 64),
      slider("delay", t("Delay of the batcher"), 0, 2 * LONGEST, (value) => ms(value / 2)),
      slider("most", t("Largest batch"), 1, 64),
    ],
    draw: (now, wide) => [drawRates(wide, now, at, measured)],
    counts: (now) => counts(now, at),
    says: (now) => says(now, at),
  });
}

/**
 * @param {Values} now
 * @param {Run} at
 */
function counts(now, at) {
  const { rate, mean, batch } = at(now, now.delay / 2);
  const plain = at(now, null);
  return [
    [grouped(Math.round(rate)), t("answers a second")],
    [ms(mean), t("mean latency")],
    [decimals(batch, 1), t("requests in an execution")],
    [grouped(Math.round(plain.rate)), t("answers a second without batching")],
  ];
}

/**
 * @param {Values} now
 * @param {Run} at
 */
function says(now, at) {
  const chosen = at(now, now.delay / 2);
  const none = at(now, 0);
  const given = {
    clients: now.clients,
    delay: ms(now.delay / 2),
    rate: grouped(Math.round(chosen.rate)),
    mean: ms(chosen.mean),
    none: grouped(Math.round(none.rate)),
  };
  if (!now.delay)
    return t(
      "Without a delay, a free instance takes all requests that wait. This gives {rate} answers a second, each after {mean}.",
      given,
    );
  if (now.clients < now.most && chosen.rate < none.rate)
    return t(
      "{clients} clients can never fill the batch, so each request waits for the whole {delay}. This gives {rate} answers a second, instead of {none} without a delay.",
      given,
    );
  return chosen.rate >= none.rate
    ? t(
        "The delay of {delay} fills the batch, which gives {rate} answers a second, instead of {none} without a delay.",
        given,
      )
    : t(
        "The delay of {delay} costs more than the fuller batch saves, so there are {rate} answers a second, instead of {none} without a delay.",
        given,
      );
}

/**
 * @param {number} wide
 * @param {Values} now
 * @param {Run} at
 * @param {Measured[]} measured
 */
function drawRates(wide, now, at, measured) {
  const delays = Array.from({ length: 2 * LONGEST + 1 }, (_, k) => k / 2);
  const rates = delays.map((delay) => at(now, delay).rate);
  const plain = at(now, null).rate;
  const dots =
    now.most === 32
      ? measured.filter((one) => one.clients === now.clients && one.delay !== null)
      : [];
  const most = 1.1 * Math.max(plain, ...rates, ...dots.map((one) => one.rate));
  const x = (/** @type {number} */ delay) =>
    BOX.left + (delay / LONGEST) * (wide - BOX.left - BOX.right);
  const y = (/** @type {number} */ rate) =>
    HIGH - BOX.bottom - (rate / most) * (HIGH - BOX.top - BOX.bottom);
  const step = [20, 50, 100, 200, 500, 1000, 2000, 5000].find((k) => most / k <= 5) ?? 10000;
  const ticks = [];
  for (let k = 0; k <= most; k += step)
    ticks.push(
      shape("line", { x1: BOX.left, x2: x(LONGEST), y1: y(k), y2: y(k), class: "cl-rule" }),
      written(BOX.left - 8, y(k) + 4, grouped(k), { "text-anchor": "end", class: "cl-faint" }),
    );
  for (let k = 0; k <= LONGEST; k += 2)
    ticks.push(written(x(k), y(0) + 18, String(k), { "text-anchor": "middle", class: "cl-faint" }));
  const path = rates.map((rate, k) => `${x(delays[k]).toFixed(1)} ${y(rate).toFixed(1)}`).join("L");
  const here = rates[now.delay];
  return canvas(
    wide,
    HIGH,
    t("Answers a second by the delay of the batcher"),
    ...ticks,
    written(8, 11, t("answers a second"), { class: "cl-faint" }),
    written(x(LONGEST), HIGH - 4, t("delay in ms"), { "text-anchor": "end", class: "cl-faint" }),
    shape(
      "g",
      { class: "cl-who1" },
      shape("path", { d: `M${x(0)} ${y(plain)}L${x(LONGEST)} ${y(plain)}`, class: "cl-line" }),
    ),
    shape("g", { class: "cl-who0" }, shape("path", { d: `M${path}`, class: "cl-line" })),
    ...dots.map((one) =>
      shape("circle", { cx: x(Number(one.delay)), cy: y(one.rate), r: 4, class: "cl-dot" }),
    ),
    shape("line", {
      x1: x(now.delay / 2),
      x2: x(now.delay / 2),
      y1: y(0),
      y2: y(here),
      class: "cl-you",
    }),
    shape("circle", { cx: x(now.delay / 2), cy: y(here), r: 6, class: "cl-dot" }),
    // Below its line, where the curve never comes; above it where the axis is too near.
    written(x(LONGEST) - 4, y(plain) + (y(0) - y(plain) < 22 ? -6 : 15), t("without batching"), {
      "text-anchor": "end",
      class: "cl-halo",
    }),
  );
}
