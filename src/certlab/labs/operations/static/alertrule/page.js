// @ts-check
/**
 * An alert rule on a page: the limit and the time are chosen, and what fires follows.
 *
 * @import { Control } from "../../../../app/static/simulator/pictures.d.ts"
 * @typedef {{ limit: number, minutes: number }} Values
 * @typedef {{ well: number[], hot: number[], odd: number[] }} Lines temperatures, one a minute
 * @typedef {{ lines: Lines, slow: number, values: Values }} Begin `slow` is the minute in which the clock of the hot GPU fell
 */

import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { inRow, t, tn } from "../../../../app/static/words.js";
import { fired } from "./rule.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css"];

const HIGH = 260;
const BOX = { top: 30, bottom: 40, left: 36, right: 14 };
const COOL = 50; // degrees at the foot of the picture
const WARM = 100;
/** @type {[keyof Lines, string, string][]} */
const KINDS = [
  ["well", "A", "cl-who0"],
  ["hot", "B", "cl-who5"],
  ["odd", "C", "cl-who3"],
];

const counted = (/** @type {number} */ n) => tn("{n} minute", "{n} minutes", n);

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin
 */
export async function mount(el, { lines, slow, values }) {
  const rows = KINDS.map(([key, name, who]) => ({ key, name, who, readings: lines[key] }));
  const at = (/** @type {Values} */ { limit, minutes }) =>
    rows.map((row) => ({ ...row, ...fired(row.readings, limit, minutes) }));
  /** @type {(key: string, label: string, min: number, max: number, shown: (value: number) => string) => Control} */
  const slider = (key, label, min, max, shown) => ({ key, label, min, max, shown });
  new LivePicture(el, {
    root: "cl-alertrule",
    label: t("An alert rule"),
    values,
    controls: [
      slider("limit", t("Temperature above"), 60, 95, (n) => `${n} °C`),
      slider("minutes", t("for at least"), 0, 20, counted),
    ],
    draw: (now, wide) => [drawHour(wide, now, at(now), slow)],
    counts: (now) => counts(at(now), slow),
    says: (now) => says(at(now), slow),
  });
}

/**
 * @typedef {{ key: string, name: string, who: string, readings: number[], since: number | null, fires: number | null }} Row
 */

/**
 * What of the rows fires: the alarm that was meant, and the others.
 *
 * @param {Row[]} rows
 */
function sorted(rows) {
  const alarms = rows.filter((one) => one.fires !== null);
  return {
    meant: alarms.find((one) => one.key === "hot"),
    others: alarms.filter((one) => one.key !== "hot"),
  };
}

/**
 * @param {Row[]} rows
 * @param {number} slow
 */
function counts(rows, slow) {
  const { meant, others } = sorted(rows);
  const late = meant ? Number(meant.fires) - slow : null;
  return [
    [String(others.length + Number(Boolean(meant))), t("GPUs for which it fires")],
    [String(others.length), t("of them without a fault")],
    [
      late === null ? t("never") : counted(Math.abs(late)),
      late !== null && late < 0
        ? t("before the clock of GPU B falls")
        : t("after the clock of GPU B has fallen"),
    ],
  ];
}

/**
 * @param {Row[]} rows
 * @param {number} slow
 */
function says(rows, slow) {
  const { meant, others } = sorted(rows);
  const named = { gpus: others.map((one) => one.name).join(", ") };
  const lost = others.length
    ? t("Somebody is woken for nothing, by GPU {gpus}.", named)
    : t("Nobody is woken for nothing.");
  if (!meant) return inRow(t("The hot GPU B is never reported."), lost);
  const given = { minute: Number(meant.fires), since: Number(meant.since) };
  return inRow(
    given.minute < slow
      ? t(
          "GPU B is above the limit from minute {since} on and is reported in minute {minute}, before its clock falls.",
          given,
        )
      : t(
          "GPU B is above the limit from minute {since} on and is reported in minute {minute}, when its clock has already fallen.",
          given,
        ),
    lost,
  );
}

/**
 * @param {number} wide
 * @param {Values} now
 * @param {Row[]} rows
 * @param {number} slow
 */
function drawHour(wide, now, rows, slow) {
  const last = rows[0].readings.length - 1;
  const x = (/** @type {number} */ minute) =>
    BOX.left + (minute / last) * (wide - BOX.left - BOX.right);
  const y = (/** @type {number} */ degrees) =>
    HIGH - BOX.bottom - ((degrees - COOL) / (WARM - COOL)) * (HIGH - BOX.top - BOX.bottom);
  const line = (/** @type {Row} */ { who, readings }) =>
    shape(
      "g",
      { class: who },
      shape("path", {
        d: `M${readings.map((degrees, n) => `${x(n).toFixed(1)} ${y(degrees).toFixed(1)}`).join("L")}`,
        class: "cl-line",
      }),
    );
  const alarms = rows.flatMap(({ fires, since, readings }) =>
    fires === null
      ? []
      : [
          shape("line", {
            x1: x(Number(since)),
            x2: x(fires),
            y1: y(now.limit),
            y2: y(now.limit),
            class: "cl-you",
            style: "stroke-width: 6px",
          }),
          shape("circle", { cx: x(fires), cy: y(readings[fires]), r: 6, class: "cl-dot" }),
        ],
  );
  return canvas(
    wide,
    HIGH,
    t("Temperatures of three GPUs over an hour, and the limit"),
    ...ticks(x, y, last),
    written(2, HIGH - 4, t("temperature in °C, over the minutes of an hour"), {
      class: "cl-faint",
    }),
    shape("line", {
      x1: x(slow),
      x2: x(slow),
      y1: BOX.top,
      y2: HIGH - BOX.bottom,
      class: "cl-axis cl-dashed",
    }),
    ...rows.map(line),
    shape("line", {
      x1: BOX.left,
      x2: x(last),
      y1: y(now.limit),
      y2: y(now.limit),
      class: "cl-you",
    }),
    ...alarms,
    ...key(rows),
    written(x(slow) + 5, HIGH - BOX.bottom - 8, t("the clock of B falls"), { class: "cl-halo" }),
  );
}

/**
 * Lines across at round temperatures, and minutes below.
 *
 * @param {(minute: number) => number} x
 * @param {(degrees: number) => number} y
 * @param {number} last minute
 */
function ticks(x, y, last) {
  const end = { "text-anchor": "end", class: "cl-faint" };
  return [
    ...[60, 70, 80, 90].flatMap((degrees) => [
      shape("line", {
        x1: BOX.left,
        x2: x(last),
        y1: y(degrees),
        y2: y(degrees),
        class: "cl-rule",
      }),
      written(BOX.left - 6, y(degrees) + 4, String(degrees), end),
    ]),
    ...[0, 15, 30, 45, 59].map((minute) =>
      written(x(minute), HIGH - 22, String(minute), {
        "text-anchor": minute === last ? "end" : "middle",
        class: "cl-faint",
      }),
    ),
  ];
}

/**
 * Whose line is which.
 *
 * @param {Row[]} rows
 */
function key(rows) {
  return rows.map(({ name, who }, n) =>
    shape(
      "g",
      { class: who },
      shape("line", { x1: 2 + n * 88, x2: 22 + n * 88, y1: 9, y2: 9, class: "cl-line" }),
      written(28 + n * 88, 13, t("GPU {name}", { name }), { class: "cl-says" }),
    ),
  );
}
