// @ts-check
/**
 * Many ranks at once: a column a rank, a row a chunk, filled as far as it is summed.
 *
 * @import { Given, Held, Plan } from "./collectives.d.ts"
 */

import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { t } from "../../../../app/static/words.js";
import { statesAt } from "./draw.js";
import { heldCounts } from "./held.js";

const LEVELS_SHOWN = 8; // of grey; more cannot be told apart

/**
 * The drawing, `room` pixels wide.
 *
 * @param {Plan} plan
 * @param {number} step
 * @param {Held[]} states
 * @param {Given & { room: number }} given
 */
export function drawMatrix(plan, step, states, { id, label, room }) {
  const { ranks } = plan;
  const cell = Math.max(4, Math.min(28, Math.floor((room - 56) / ranks)));
  const [left, top] = [44, 28];
  const [before, after] = statesAt(states, step);
  /** @type {string[][]} */
  const levels = Array.from({ length: LEVELS_SHOWN + 1 }, () => []);
  const coming = [];
  const whole = wholeOf(plan);
  const counts = heldCounts(before);
  for (let rank = 0; rank < ranks; rank += 1) {
    for (let row = 0; row < ranks; row += 1) {
      const count = counts[rank][row];
      const box = `M${left + rank * cell} ${top + row * cell}h${cell - 1}v${cell - 1}h${1 - cell}z`;
      levels[count && Math.max(1, Math.round((LEVELS_SHOWN * count) / whole))].push(box);
      if (before[rank][row] !== after[rank][row]) coming.push(box);
    }
  }
  const marks = levels.flatMap((boxes, level) =>
    boxes.length
      ? [
          shape("path", {
            d: boxes.join(""),
            class: level ? "cl-full" : "cl-void",
            "fill-opacity": level ? (0.1 + (0.8 * level) / LEVELS_SHOWN).toFixed(2) : 1,
          }),
        ]
      : [],
  );
  if (coming.length)
    marks.push(
      shape("path", { d: coming.join(""), class: "cl-arrives" }),
      shape("path", { d: coming.join(""), fill: `url(#${id}-hatch)` }),
    );
  const high = top + ranks * cell + 8;
  return shape(
    "svg",
    {
      width: left + ranks * cell + 12,
      height: high,
      role: "img",
      "aria-label": label,
      class: "cl-matrix",
    },
    ...marks,
    ...edges(plan, cell, left, top),
  );
}

/** How many contributions a chunk has in the end. */
export const wholeOf = (/** @type {Plan} */ { kind, ranks }) =>
  kind === "all-gather" || kind === "broadcast" ? 1 : ranks;

/**
 * Numbers of some ranks and chunks, and what the axes are.
 *
 * @param {Plan} plan
 * @param {number} cell
 * @param {number} left
 * @param {number} top
 */
function edges({ kind, ranks }, cell, left, top) {
  const every = [1, 2, 4, 8, 16].find((one) => one * cell >= 22) ?? 32;
  const numbers = Array.from({ length: Math.ceil(ranks / every) }, (_, n) => n * every);
  return [
    written(left, 10, t("rank"), { class: "cl-faint" }),
    written(0, top - 6, kind === "all-to-all" ? t("for") : t("chunk"), { class: "cl-faint" }),
    ...numbers.map((n) =>
      written(left + (n + 0.5) * cell, 23, String(n), {
        "text-anchor": "middle",
        class: "cl-faint",
      }),
    ),
    ...numbers.map((n) =>
      written(left - 6, top + (n + 0.5) * cell + 4, String(n), {
        "text-anchor": "end",
        class: "cl-faint",
      }),
    ),
  ];
}
