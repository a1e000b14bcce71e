// @ts-check
/**
 * What the patterns of the schedules mean, and both bubble shares as formulas.
 *
 * @import { Run } from "./schedules.d.ts"
 */

import { node } from "../../../../app/static/dom.js";
import { shape } from "../../../../app/static/drawing/shapes.js";
import { t } from "../../../../app/static/words.js";
import { isSplit, nameOf } from "./words.js";

/**
 * What the patterns mean.
 *
 * @param {Run[]} runs
 * @param {number} follow
 * @param {string} id
 */
export function drawKeyOf(runs, follow, id) {
  /**
   * @param {string} words
   * @param {...Node} marks
   */
  const sample = (words, ...marks) =>
    node(
      "span",
      {},
      shape("svg", { width: 24, height: 20, "aria-hidden": "true" }, ...marks),
      words,
    );
  const box = (/** @type {Record<string, string | number>} */ more) =>
    shape("rect", { x: 0.5, y: 0.5, width: 23, height: 19, ...more });
  const plain = box({ class: "cl-who0 cl-in" });
  const back = () => [box({ class: "cl-who0 cl-back" }), box({ fill: `url(#${id}-hatch)` })];
  const split = runs.some(isSplit);
  return node(
    "p",
    { class: "cl-keyrow" },
    sample(t("forward"), plain.cloneNode()),
    sample(split ? t("backward; in zb-h1 only the input gradients (B)") : t("backward"), ...back()),
    split ? sample(t("weight gradients (W)"), ...back(), box({ fill: `url(#${id}-cross)` })) : null,
    runs.some((run) => run.chunks > 1)
      ? sample(
          t("later model chunk"),
          plain.cloneNode(),
          shape("rect", { x: 0.5, y: 16, width: 23, height: 3, class: "cl-later" }),
        )
      : null,
    sample(t("bubble: the stage waits"), box({ fill: `url(#${id}-idle)` })),
    follow < 0
      ? null
      : sample(
          t("micro-batch {n}, followed", { n: follow }),
          plain.cloneNode(),
          shape("rect", { x: 1, y: 1, width: 22, height: 18, class: "cl-sent" }),
        ),
  );
}

/**
 * Both shares of each schedule as formulas.
 *
 * @param {Run[]} runs
 */
export function drawFormulas(runs) {
  return node(
    "dl",
    { class: "cl-formulas" },
    runs.flatMap((run) => [
      node("dt", {}, nameOf(run)),
      node(
        "dd",
        {},
        t("of total time {total}; of ideal time {ideal}", {
          total: run.formulas[0],
          ideal: run.formulas[1],
        }),
        run.exact.length ? "" : [" ", t("(not here: counted from the schedule)")],
      ),
    ]),
    node(
      "dd",
      { class: "cl-both" },
      t("Both shares are in use and they differ, so always say which one you mean."),
    ),
  );
}
