// @ts-check
/**
 * The bias audit on a page: a threshold for each group, three gaps and the accuracy.
 *
 * @import { Audit } from "./rates.js"
 * @typedef {{ scores: number[], a: number[], b: number[], first: number[] }} Begin
 * @typedef {{ a: number, b: number }} Values thresholds in tenths
 * @typedef {{ scores: number[], people: number[], limit: number, name: string, who: number }} Bars of one group
 */

import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { t } from "../../../../app/static/words.js";
import { audit } from "./rates.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css"];

const HIGH = 170; // of one group
const FOOT = 24;
const SMALL = 0.02; // a gap that counts as closed

const points = (/** @type {number} */ share) => t("{n} points", { n: Math.round(share * 100) });
/** @param {number | null} share */
const inHundred = (share) =>
  share === null ? "–" : t("{n} in 100", { n: Math.round(share * 100) });

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin `scores` of the columns, people `a` and `b` in each, and the first thresholds in tenths
 */
export async function mount(el, { scores, a, b, first }) {
  const limits = (/** @type {Values} */ values) => [values.a / 10, values.b / 10];
  const now = (/** @type {Values} */ values) => audit(scores, a, b, limits(values));
  const slider = (/** @type {string} */ key, /** @type {string} */ label) => ({
    key,
    label,
    min: 0,
    max: 10,
    shown: (/** @type {number} */ at) => String(at / 10),
  });
  new LivePicture(el, {
    root: "cl-biasaudit",
    label: t("Bias audit"),
    values: { a: first[0], b: first[1] },
    controls: [slider("a", t("Threshold of group A")), slider("b", t("Threshold of group B"))],
    draw: (values, wide) => [
      canvas(
        wide,
        2 * HIGH,
        t("People of both groups by score, with a threshold for each"),
        bars(wide, 0, { scores, people: a, limit: values.a / 10, name: t("Group A"), who: 0 }),
        bars(wide, HIGH, { scores, people: b, limit: values.b / 10, name: t("Group B"), who: 1 }),
      ),
    ],
    counts: (values) => counts(now(values)),
    says: (values) => says(now(values)),
  });
}

/** @param {Audit} audit */
function counts({ gaps, accuracy }) {
  return [
    [points(gaps.approved), t("gap: approved, of all")],
    [points(gaps.opportunity), t("gap: approved, of those who repay")],
    [points(gaps.repay), t("gap: repaid, of the approved")],
    [inHundred(accuracy), t("decisions are right")],
  ];
}

/** @param {Audit} audit */
function says({ a, b, gaps }) {
  const shares = t(
    "The bank approves {a} of A and {b} of B. Of those who would repay, it approves {good} of A and {well} of B. Of those it approves, {paid} of A and {back} of B repay.",
    {
      a: inHundred(a.approved),
      b: inHundred(b.approved),
      good: inHundred(a.opportunity),
      well: inHundred(b.opportunity),
      paid: inHundred(a.repay),
      back: inHundred(b.repay),
    },
  );
  const names = {
    approved: t("demographic parity"),
    opportunity: t("equal opportunity"),
    repay: t("equal repayment among the approved"),
  };
  const met = /** @type {(keyof typeof names)[]} */ (Object.keys(names)).filter(
    (one) => gaps[one] <= SMALL,
  );
  const what = met.length
    ? t("Closed: {names}.", { names: met.map((one) => names[one]).join(", ") })
    : t("None of the three gaps is closed.");
  return `${shares} ${what}`;
}

/**
 * @param {number} wide
 * @param {number} top
 * @param {Bars} group
 */
function bars(wide, top, { scores, people, limit, name, who }) {
  const most = Math.max(...people);
  const room = HIGH - FOOT - 40;
  const step = wide / scores.length;
  const low = top + HIGH - FOOT;
  const marks = scores.flatMap((score, n) => {
    const [x, width] = [n * step + step * 0.14, step * 0.72];
    const high = (people[n] / most) * room;
    const inside = high * score;
    return [
      shape("rect", { x, y: low - inside, width, height: inside, class: "cl-in" }),
      shape("rect", { x, y: low - high, width, height: high, fill: "none", class: "cl-axis" }),
      written(x + width / 2, low - high - 5, String(people[n]), {
        "text-anchor": "middle",
        class: "cl-faint",
      }),
      written(x + width / 2, low + 15, String(score), {
        "text-anchor": "middle",
        class: "cl-faint",
      }),
    ];
  });
  const refused = scores.filter((score) => score < limit).length;
  const at = Math.min(Math.max(refused * step, 1), wide - 1);
  const own = shape("g", { class: `cl-who${who}` }, ...marks);
  return shape(
    "g",
    {},
    own,
    written(0, top + 14, name, { class: "cl-strong" }),
    shape("line", { x1: at, y1: top + 20, x2: at, y2: low, class: "cl-you" }),
    written(at < wide / 2 ? at + 6 : at - 6, top + 28, t("approved from here on"), {
      "text-anchor": at < wide / 2 ? "start" : "end",
      class: "cl-faint cl-halo",
    }),
  );
}
