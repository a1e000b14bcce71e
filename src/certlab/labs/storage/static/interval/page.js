// @ts-check
/**
 * The interval between checkpoints on a page: what a save takes, how often something fails, and what is lost.
 *
 * @import { Control } from "../../../../app/static/simulator/pictures.d.ts"
 * @typedef {{ size: number, write: number, servers: number, days: number, minutes: number }} Values GB, GB/s, and days between failures of one server
 */

import { amount, grouped, percentText } from "../../../../app/static/drawing/quantities.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { t, tn } from "../../../../app/static/words.js";
import { lost, young } from "./interval.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css"];

const HIGH = 260;
const BOX = { top: 24, bottom: 42, left: 48, right: 16 };
const LONGEST = 120; // minutes on the axis
const HIGHEST = 0.3; // share of the time on the axis
const STEP = 64; // servers

const DAY = 86400;

/** What the sliders come to, in seconds. */
const times = (/** @type {Values} */ { size, write, servers, days }) => {
  const save = size / write;
  const between = (days * DAY) / servers;
  return { save, between, best: young(save, between) };
};

/**
 * A time in the unit in which it is short.
 *
 * @param {number} seconds
 */
function spell(seconds) {
  if (seconds < 120) return t("{n} s", { n: amount(Number(seconds.toPrecision(2))) });
  if (seconds < 7200) return t("{n} minutes", { n: Math.round(seconds / 60) });
  if (seconds < 2 * DAY)
    return t("{n} hours", { n: amount(Number((seconds / 3600).toPrecision(2))) });
  return tn("{n} day", "{n} days", Math.round(seconds / DAY));
}

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Values} begin
 */
export async function mount(el, begin) {
  /** @type {(key: string, label: string, min: number, max: number, shown?: (value: number) => string) => Control} */
  const slider = (key, label, min, max, shown) => ({ key, label, min, max, shown });
  new LivePicture(el, {
    root: "cl-interval",
    label: t("How often to save"),
    values: { ...begin, servers: Math.max(1, Math.round(begin.servers / STEP)) },
    controls: [
      slider("minutes", t("Interval between checkpoints"), 1, LONGEST, (n) => spell(60 * n)),
      slider("size", t("Size of a checkpoint"), 10, 2000, (n) => t("{n} GB", { n: grouped(n) })),
      slider("write", t("Write bandwidth of the storage"), 1, 100, (n) => t("{n} GB/s", { n })),
      slider("servers", t("Servers in the job"), 1, 64, (n) => grouped(n * STEP)),
      slider("days", t("A server fails once in"), 30, 720, (n) => spell(n * DAY)),
    ],
    draw: (now, wide) => [drawLoss(wide, real(now))],
    counts: (now) => counts(real(now)),
    says: (now) => says(real(now)),
  });
}

const real = (/** @type {Values} */ now) => ({ ...now, servers: now.servers * STEP });

/** @param {Values} now */
function counts(now) {
  const { save, between, best } = times(now);
  return [
    [percentText(lost(save, between, 60 * now.minutes).all), t("of the time is lost")],
    [spell(best), t("the best interval")],
    [percentText(lost(save, between, best).all), t("lost at the best interval")],
    [spell(save), t("a save takes")],
    [spell(between), t("between failures of the job")],
  ];
}

/** @param {Values} now */
function says(now) {
  const { save, between, best } = times(now);
  const { saving, failing, all } = lost(save, between, 60 * now.minutes);
  const given = {
    interval: spell(60 * now.minutes),
    saving: percentText(saving),
    failing: percentText(failing),
    best: spell(best),
  };
  if (all >= 1)
    return t("With a checkpoint every {interval} the training gets nowhere. Try {best}.", given);
  if (all < 1.05 * lost(save, between, best).all)
    return t(
      "A checkpoint every {interval} costs {saving} for saving and {failing} for lost work. It is hardly possible to lose less.",
      given,
    );
  return saving > failing
    ? t(
        "A checkpoint every {interval} costs {saving} for saving and {failing} for lost work. You save too often; {best} would be best.",
        given,
      )
    : t(
        "A checkpoint every {interval} costs {saving} for saving and {failing} for lost work. You save too seldom; {best} would be best.",
        given,
      );
}

/**
 * @param {number} wide
 * @param {Values} now
 */
function drawLoss(wide, now) {
  const { save, between, best } = times(now);
  const x = (/** @type {number} */ minutes) =>
    BOX.left + (minutes / LONGEST) * (wide - BOX.left - BOX.right);
  const y = (/** @type {number} */ share) =>
    HIGH - BOX.bottom - (Math.min(share, HIGHEST) / HIGHEST) * (HIGH - BOX.top - BOX.bottom);
  const of = (/** @type {number} */ minutes) => lost(save, between, 60 * minutes);
  const at = Array.from({ length: 2 * LONGEST }, (_, k) => (k + 1) / 2);
  /**
   * @param {"saving" | "failing" | "all"} which
   * @param {Record<string, string>} more
   */
  const curve = (which, more) => {
    const inside = at.filter((minutes) => of(minutes)[which] <= HIGHEST);
    const d = inside.map(
      (minutes) => `${x(minutes).toFixed(1)} ${y(of(minutes)[which]).toFixed(1)}`,
    );
    return shape("path", { d: d.length ? `M${d.join("L")}` : "M0 0", ...more });
  };
  const here = of(now.minutes).all;
  const bestAt = Math.min(best / 60, LONGEST);
  return canvas(
    wide,
    HIGH,
    t("Share of the time that is lost, by the interval in minutes"),
    ...ticks(x, y),
    shape("g", { class: "cl-who1" }, curve("saving", { class: "cl-line" })),
    shape("g", { class: "cl-who2" }, curve("failing", { class: "cl-line cl-dashed" })),
    curve("all", { class: "cl-line", style: "stroke: var(--cl-ink)" }),
    shape("line", {
      x1: x(bestAt),
      x2: x(bestAt),
      y1: y(0),
      y2: y(of(bestAt).all),
      class: "cl-axis cl-dashed",
    }),
    shape("line", {
      x1: x(now.minutes),
      x2: x(now.minutes),
      y1: y(0),
      y2: y(here),
      class: "cl-you",
    }),
    shape("circle", { cx: x(now.minutes), cy: y(here), r: 6, class: "cl-dot" }),
    ...key(wide),
  );
}

/**
 * What the lines are.
 *
 * @param {number} wide
 */
function key(wide) {
  const names = [
    [t("saving"), "cl-who1", "cl-line"],
    [t("lost work"), "cl-who2", "cl-line cl-dashed"],
    [t("both"), "", "cl-line"],
  ];
  const step = Math.min(120, (wide - BOX.left) / names.length);
  return names.map(([name, who, line], n) =>
    shape(
      "g",
      { class: who },
      shape("line", {
        ...{ x1: BOX.left + n * step, x2: BOX.left + n * step + 22, y1: 8, y2: 8, class: line },
        style: who ? "" : "stroke: var(--cl-ink)",
      }),
      written(BOX.left + n * step + 28, 12, name, { class: "cl-says" }),
    ),
  );
}

/**
 * Lines across at round shares, and the minutes below.
 *
 * @param {(minutes: number) => number} x
 * @param {(share: number) => number} y
 */
function ticks(x, y) {
  const rows = [0, 0.1, 0.2, 0.3].flatMap((share) => [
    shape("line", { x1: BOX.left, x2: x(LONGEST), y1: y(share), y2: y(share), class: "cl-rule" }),
    written(BOX.left - 6, y(share) + 4, `${Math.round(100 * share)} %`, {
      "text-anchor": "end",
      class: "cl-faint",
    }),
  ]);
  const columns = [0, 30, 60, 90, 120].map((minutes) =>
    written(x(minutes), y(0) + 18, String(minutes), { "text-anchor": "middle", class: "cl-faint" }),
  );
  const unit = { "text-anchor": "end", class: "cl-faint" };
  return [...rows, ...columns, written(x(LONGEST), HIGH - 4, t("interval in minutes"), unit)];
}
