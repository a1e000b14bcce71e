// @ts-check
/**
 * Three teams and a cluster on a page: what each is guaranteed, what it is lent, and what waits.
 *
 * @import { Share, Team } from "./divide.js"
 * @typedef {{ gpus: number, quota: number, asks: number[] }} Begin
 * @typedef {Record<string, number>} Values of each team what it asks for, the `quota` and the `weight` of A
 */

import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { t, tn } from "../../../../app/static/words.js";
import { divide } from "./divide.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css"];

const NAMES = ["A", "B", "C"];
const ROW = 64;
const TOP = 28;
const LEFT = 70;

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin `gpus` of the cluster, the `quota` of each team and what each `asks` for
 */
export async function mount(el, { gpus, quota, asks }) {
  const teams = (/** @type {Values} */ values) =>
    NAMES.map((name) => ({
      name,
      quota: values.quota,
      asks: values[name],
      weight: name === "A" ? values.weight : 1,
    }));
  const got = (/** @type {Values} */ values) => divide(gpus, teams(values));
  new LivePicture(el, {
    root: "cl-shares",
    label: t("Quotas and lent GPUs"),
    values: {
      quota,
      weight: 1,
      ...Object.fromEntries(NAMES.map((name, n) => [name, asks[n]])),
    },
    controls: [
      ...NAMES.map((name) => ({
        key: name,
        label: t("Team {name} asks for", { name }),
        max: gpus,
        shown: counted,
      })),
      {
        key: "quota",
        label: t("Quota of each team"),
        max: Math.floor(gpus / NAMES.length),
        shown: counted,
      },
      { key: "weight", label: t("Weight of team A, the others have 1"), min: 1, max: 4 },
    ],
    draw: (values, wide, id) => [drawShares(wide, gpus, teams(values), got(values), id)],
    counts: (values) => sums(gpus, got(values)),
    says: (values) => says(gpus, got(values)),
  });
}

const counted = (/** @type {number} */ count) => tn("{n} GPU", "{n} GPUs", count);
const total = (/** @type {Share[]} */ got, /** @type {keyof Share} */ what) =>
  got.reduce((sum, one) => sum + one[what], 0);

/**
 * @param {number} gpus
 * @param {Share[]} got
 */
function sums(gpus, got) {
  const idle = gpus - total(got, "own") - total(got, "lent");
  return [
    [counted(total(got, "own")), t("guaranteed and in use")],
    [counted(total(got, "lent")), t("lent, and can be reclaimed")],
    [counted(idle), t("idle, because no team asks for them")],
  ];
}

/**
 * @param {number} gpus
 * @param {Share[]} got
 */
function says(gpus, got) {
  const each = NAMES.map((name, n) =>
    t("Team {name} has {have} of the {asks} that it asks for.", {
      name,
      have: got[n].own + got[n].lent,
      asks: got[n].own + got[n].lent + got[n].waits,
    }),
  );
  const lent = total(got, "lent");
  const rest = lent
    ? t("{lent} of {gpus} are lent over quota, so only work that may be pre-empted can use them.", {
        lent,
        gpus: counted(gpus),
      })
    : t("Nothing is lent over quota.");
  return [...each, rest].join(" ");
}

/**
 * @param {number} wide
 * @param {number} gpus
 * @param {(Team & { name: string })[]} teams
 * @param {Share[]} got
 * @param {string} id
 */
function drawShares(wide, gpus, teams, got, id) {
  const step = Math.min(42, (wide - LEFT - 8) / gpus);
  /**
   * @param {number} n
   * @param {number} y
   * @param {Record<string, string>} more
   */
  const cell = (n, y, more) =>
    shape("rect", { x: LEFT + n * step, y, width: step - 4, height: 40, rx: 3, ...more });
  const rows = teams.flatMap(({ name }, k) => {
    const y = TOP + k * ROW;
    const { own, lent, waits } = got[k];
    const cells = [...Array(own + lent + waits).keys()].flatMap((n) => {
      if (n < own) return [cell(n, y, { class: `cl-who${k} cl-in` })];
      if (n < own + lent)
        return [
          cell(n, y, { class: `cl-who${k} cl-in` }),
          cell(n, y, { fill: `url(#${id}-hatch)` }),
        ];
      return [cell(n, y, { class: "cl-dashed", fill: "none", stroke: "currentColor" })];
    });
    return [
      written(LEFT - 10, y + 25, t("Team {name}", { name }), {
        "text-anchor": "end",
        class: "cl-strong",
      }),
      ...cells,
    ];
  });
  const edge = LEFT + teams[0].quota * step - 2;
  const low = TOP + ROW * teams.length - 16;
  return canvas(
    wide,
    low + 46,
    t("What each team gets: the hatched part is lent, the dashed part is waiting"),
    ...rows,
    shape("line", { x1: edge, x2: edge, y1: TOP - 8, y2: low, class: "cl-you" }),
    written(edge + 5, TOP - 12, t("quota"), { class: "cl-faint" }),
    written(LEFT, low + 24, t("Filled: guaranteed. Hatched: lent. Dashed: waiting."), {
      class: "cl-faint",
    }),
  );
}
