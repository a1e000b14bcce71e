// @ts-check
/**
 * Ranks in a narrow place, a card each, and how to read their grids.
 *
 * @import { Given, Held, Plan } from "./collectives.d.ts"
 */

import { node } from "../../../../app/static/dom.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { t } from "../../../../app/static/words.js";
import { grid, outlines, statesAt } from "./draw.js";
import { labelWords } from "./words.js";

/**
 * The same for a narrow place: a card a rank, its message in words.
 *
 * @param {Plan} plan
 * @param {number} bytes
 * @param {number} step
 * @param {Held[]} states
 * @param {Given} given
 */
export function drawCards(plan, bytes, step, states, { id, label }) {
  const messages = plan.steps[step - 1] ?? [];
  const [before, after] = statesAt(states, step);
  const cell = plan.ranks <= 4 ? 24 : 16;
  const scene = { ranks: plan.ranks };
  const cards = Array.from({ length: plan.ranks }, (_, rank) => {
    const own = messages.filter(([source]) => source === rank);
    const place = { x: 22, y: 2, cell, id };
    const size = plan.ranks * cell;
    const svg = shape(
      "svg",
      { width: size + 26, height: size + 4, "aria-hidden": "true", class: "cl-ranks" },
      ...Array.from({ length: plan.ranks }, (__, row) =>
        written(16, 2 + (row + 0.5) * cell + 4, String(row), {
          "text-anchor": "end",
          class: "cl-faint",
        }),
      ),
      ...grid(scene, place, before[rank], after[rank]),
      ...own.flatMap((message) => outlines(plan, message, place)),
    );
    const says = own.length
      ? labelWords(plan, bytes, own[0])
      : step && step <= plan.steps.length
        ? t("sends nothing")
        : "";
    return node(
      "div",
      { class: "cl-rankcard" },
      node(
        "p",
        {},
        node("span", { class: `cl-chip cl-who${rank}` }),
        node("strong", {}, t("rank {n}", { n: rank })),
      ),
      svg,
      node("p", { class: "cl-says" }, says),
    );
  });
  return node("div", { class: "cl-cards", role: "img", "aria-label": label }, cards);
}

/**
 * How to read it.
 *
 * @param {Plan} plan
 */
export function drawReading(plan) {
  const slots = Array.from({ length: Math.min(plan.ranks, 8) }, (_, n) =>
    node("span", { class: `cl-slot cl-who${n}` }, `r${n}`),
  );
  const row =
    plan.kind === "all-to-all"
      ? t("a row shows which rank the numbers are for")
      : t("a row is a chunk");
  return node(
    "p",
    { class: "cl-reading" },
    node("span", { class: "cl-slots", "aria-hidden": "true" }, slots),
    t(
      "a column shows which rank the numbers come from, {row}; 1 means there, + arriving and 0 not yet; what is being sent has a thick border",
      { row },
    ),
  );
}
