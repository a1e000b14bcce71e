// @ts-check
/**
 * Carry out a pipeline schedule: pages without Python reckon with this; a test holds it to certlab.labs.distributed.pipeline.
 *
 * @import { Asked, One, Run, ScheduleName, Span, Work } from "./schedules.d.ts"
 */

import { grouped } from "../../../../app/static/drawing/quantities.js";
import { fraction, nearFraction } from "./fractions.js";
import { ORDER_OF } from "./orders.js";

// Of the total time and of the ideal time.
const FRACTIONS = {
  naive: ["(p − 1) / p", "p − 1"],
  gpipe: ["(p − 1) / (m + p − 1)", "(p − 1) / m"],
  "1f1b": ["(p − 1) / (m + p − 1)", "(p − 1) / m"],
  interleaved: ["(p − 1) / (v m + p − 1)", "(p − 1) / (v m)"],
  "zb-h1": [
    "(p − 1)(F + B − W) / (m (F + B + W) + (p − 1)(F + B − W))",
    "(p − 1)(F + B − W) / (m (F + B + W))",
  ],
};

/**
 * A run as certlab.labs.distributed.widgets.schedule_state.drawing has it.
 *
 * @param {ScheduleName} schedule
 * @param {Asked} asked
 * @returns {Run}
 */
export function runOf(schedule, asked) {
  const { micro_batches: micros, forward } = asked;
  const { backward_input: inputs, backward_weight: weights } = asked;
  const chunks = schedule === "interleaved" ? asked.chunks : 1;
  const one = {
    ...asked,
    schedule,
    chunks,
    splits: schedule === "zb-h1",
    backward: inputs + weights,
  };
  const spans = spansOf(one);
  const length = Math.max(...spans.map((stage) => stage[stage.length - 1][4]));
  const ideal = micros * (forward + one.backward);
  const bubble = length - ideal;
  const byFormula = bubbleOf(one);
  const holds = Math.abs(byFormula - bubble) <= 1e-9 * length;
  return {
    schedule,
    chunks,
    length,
    ideal,
    shares: [bubble / length, bubble / ideal],
    formulas: FRACTIONS[schedule],
    exact: holds ? exactShares(byFormula, ideal) : [],
    peaks: spans.map((stage) => peakOf(one, stage)),
    stages: spans,
  };
}

/**
 * Each stage's spans, [kind, micro-batch, chunk, start, end], as soon as stage and input are there.
 *
 * @param {One} one
 */
function spansOf(one) {
  const { stages, micro_batches: micros, chunks } = one;
  const todo = Array.from({ length: stages }, (_, stage) =>
    ORDER_OF[one.schedule](stage, stages, micros, chunks),
  );
  /** @type {Span[][]} */
  const done = todo.map(() => []);
  const free = todo.map(() => 0);
  /** @type {Record<Work, Map<number, number>>} when each ends, by part and micro-batch */
  const ends = { F: new Map(), B: new Map(), W: new Map() };
  const lasts = {
    F: one.forward / chunks,
    B: (one.splits ? one.backward_input : one.backward) / chunks,
    W: one.backward_weight / chunks,
  };
  const last = stages * chunks - 1;
  for (let moved = true; moved; ) {
    moved = false;
    todo.forEach((orders, stage) => {
      for (let at = done[stage].length; at < orders.length; at += 1) {
        const [kind, micro, chunk] = orders[at];
        const part = chunk * stages + stage;
        const ready = readyAt(ends, kind, part, micro, micros, last);
        if (ready === undefined) return;
        const start = Math.max(free[stage], ready);
        free[stage] = start + lasts[kind];
        done[stage].push([kind, micro, chunk, start, free[stage]]);
        ends[kind].set(part * micros + micro, free[stage]);
        moved = true;
      }
    });
  }
  return done;
}

/**
 * When what a piece works on is there; undefined while that is unknown.
 *
 * @param {Record<Work, Map<number, number>>} ends
 * @param {Work} kind
 * @param {number} part
 * @param {number} micro
 * @param {number} micros
 * @param {number} last
 */
function readyAt(ends, kind, part, micro, micros, last) {
  const at = part * micros + micro;
  if (kind === "F") return part ? ends.F.get(at - micros) : 0;
  if (kind === "W") return ends.B.get(at);
  return part === last ? ends.F.get(at) : ends.B.get(at + micros);
}

/**
 * Activations are held from a forward's start to the end of its backward, here wholly.
 *
 * @param {One} one
 * @param {Span[]} stage
 */
function peakOf({ splits, chunks }, stage) {
  let [held, most] = [0, 0];
  for (const [kind] of stage) {
    if (kind === "F") {
      held += 1;
      most = Math.max(most, held);
    } else if (!splits || kind === "W") held -= 1;
  }
  return most / chunks;
}

/**
 * The bubble by formula.
 *
 * @param {One} one
 */
function bubbleOf({
  schedule,
  stages,
  micro_batches: micros,
  chunks,
  forward,
  backward_input: inputs,
  backward_weight: weights,
  backward,
}) {
  const waits = stages - 1;
  if (schedule === "naive") return waits * micros * (forward + backward);
  if (schedule === "zb-h1") return waits * (forward + inputs - Math.min(forward, inputs, weights));
  return (waits * (forward + backward)) / chunks;
}

/**
 * @param {number} bubble
 * @param {number} ideal
 */
function exactShares(bubble, ideal) {
  const [a, b] = [nearFraction(bubble), nearFraction(ideal)];
  const [idle, work] = [a.over * b.under, b.over * a.under];
  return [fraction(idle, idle + work), fraction(idle, work)].map(
    ({ over, under }) => `${grouped(over)} / ${grouped(under)}`,
  );
}
