// @ts-check
/**
 * All steps at a glance: small grids, or a bar a step where there are many.
 *
 * @import { Group, Held, Plan } from "./collectives.d.ts"
 */

import { node } from "../../../../app/static/dom.js";
import { shape } from "../../../../app/static/drawing/shapes.js";
import { t } from "../../../../app/static/words.js";
import { heldCounts } from "./held.js";
import { wholeOf } from "./matrix.js";

const SMALL_GRIDS = 15; // what fits in a line or two

/**
 * The overview; `go` takes the step that is clicked. The slider does the same for keys.
 *
 * @param {Plan} plan
 * @param {number} step
 * @param {Held[]} states
 * @param {(step: number) => void} go
 */
export function drawOverview(plan, step, states, go) {
  const now = Math.min(step, plan.steps.length);
  const few = plan.ranks <= 8 && states.length <= SMALL_GRIDS;
  const inside = few
    ? groupsOf(plan, states).map((group) => drawGroup(plan, group, now, states, go))
    : drawBars(plan, now, states, go);
  return node(
    "div",
    { class: "cl-over", "aria-hidden": "true" },
    inside,
    few
      ? node(
          "p",
          { class: "cl-overkey" },
          t(
            "column: rank 0–{last}; row: chunk 0–{last}; fill: how much of the sum a chunk contains",
            {
              last: plan.ranks - 1,
            },
          ),
        )
      : null,
  );
}

/**
 * The states by phase: the start, then each phase's.
 *
 * @param {Plan} plan
 * @param {Held[]} states
 */
function groupsOf({ phases }, states) {
  let at = 1;
  const groups = [{ name: "", from: 0, to: 0 }];
  for (const [name, count] of phases) {
    if (count) groups.push({ name, from: at, to: at + count - 1 });
    at += count;
  }
  return groups.filter(({ to }) => to < states.length);
}

const spanOf = (/** @type {Group} */ { name, from, to }) =>
  from === to
    ? t("{phase}, step {from}", { phase: name, from })
    : t("{phase}, steps {from}–{to}", { phase: name, from, to });

/**
 * @param {Plan} plan
 * @param {Group} group
 * @param {number} now
 * @param {Held[]} states
 * @param {(step: number) => void} go
 */
function drawGroup(plan, group, now, states, go) {
  const all = Array.from({ length: group.to - group.from + 1 }, (_, n) => group.from + n);
  return node(
    "div",
    { class: "cl-overgroup" },
    node(
      "p",
      { class: group.name ? "cl-phase" : "" },
      group.name ? node("span", {}, spanOf(group)) : " ",
    ),
    node(
      "div",
      {},
      all.map((step) =>
        node(
          "span",
          { class: `cl-thumb${step === now ? " cl-now" : ""}`, onclick: () => go(step) },
          thumb(plan, states[step]),
          node("span", {}, step ? t("after {n}", { n: step }) : t("start")),
        ),
      ),
    ),
  );
}

/**
 * @param {Plan} plan
 * @param {Held} state
 */
function thumb(plan, state) {
  const { ranks } = plan;
  const cell = 44 / ranks;
  const d = { full: "", cells: "" };
  heldCounts(state).forEach((counts, rank) =>
    counts.forEach((count, row) => {
      const high = cell * Math.min(1, count / wholeOf(plan));
      d.cells += `M${rank * cell} ${row * cell}h${cell}v${cell}h${-cell}z`;
      if (high) d.full += `M${rank * cell} ${(row + 1) * cell - high}h${cell}v${high}h${-cell}z`;
    }),
  );
  return shape(
    "svg",
    { width: 46, height: 46, viewBox: "-1 -1 46 46" },
    shape("path", { d: d.full, class: "cl-full" }),
    shape("path", { d: d.cells, class: "cl-thumbgrid" }),
  );
}

const summed = new WeakMap(); // by states

/**
 * How much of all contributions is in place after each step.
 *
 * @param {Plan} plan
 * @param {Held[]} states
 * @returns {number[]}
 */
function sharesOf(plan, states) {
  if (!summed.has(states)) {
    const whole = plan.ranks * plan.ranks * wholeOf(plan);
    summed.set(
      states,
      states.map(
        (state) =>
          heldCounts(state).reduce(
            (sum, counts) => counts.reduce((all, one) => all + one, sum),
            0,
          ) / whole,
      ),
    );
  }
  return summed.get(states);
}

/**
 * A bar a step: how much of all contributions is in place; the step of the moment from top to foot.
 *
 * @param {Plan} plan
 * @param {number} now
 * @param {Held[]} states
 * @param {(step: number) => void} go
 */
function drawBars(plan, now, states, go) {
  const shares = sharesOf(plan, states);
  const wide = 100 / shares.length;
  const chart = shape(
    "svg",
    { class: "cl-bars", width: "100%", height: 56 },
    ...shares.map((share, n) =>
      shape("rect", {
        x: `${n * wide}%`,
        width: `${wide * 0.8}%`,
        y: n === now ? 0 : 4 + 52 * (1 - share),
        height: n === now ? 56 : Math.max(1, 52 * share),
        class: n === now ? "cl-full cl-now" : "cl-full",
      }),
    ),
  );
  chart.addEventListener("click", (event) => {
    const box = chart.getBoundingClientRect();
    go(
      Math.min(
        shares.length - 1,
        Math.floor(((event.clientX - box.left) / box.width) * shares.length),
      ),
    );
  });
  return [
    chart,
    node(
      "p",
      { class: "cl-overkey" },
      t("one bar for each step: how much of all sums and copies is done; {phases}", {
        phases: groupsOf(plan, states).slice(1).map(spanOf).join("; "),
      }),
    ),
  ];
}
