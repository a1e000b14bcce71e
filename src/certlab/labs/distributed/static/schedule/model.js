// @ts-check
/**
 * Pipeline schedules without Python behind them; run.js carries them out.
 *
 * The model has the traits that certlab.labs.distributed.widgets.schedule.PipelineSchedules has, and refuses what
 * it refuses in the same words.
 *
 * @import { Asked, ScheduleMessage, ScheduleName } from "./schedules.d.ts"
 */

import { grouped } from "../../../../app/static/drawing/quantities.js";
import { PageModel } from "../../../../app/static/simulator/page_model.js";
import { t } from "../../../../app/static/words.js";
import { NAMES } from "./orders.js";
import { runOf } from "./run.js";

const MOST_PIECES = 4000; // that a picture holds
const MOST_SIMULATED = 4_000_000;

/**
 * Why schedules cannot be laid out or drawn, "" where they can.
 *
 * @param {Asked} asked
 */
export function scheduleRefusal(asked) {
  const { schedules, stages, micro_batches: micros, chunks } = asked;
  const { forward, backward_input: inputs, backward_weight: weights } = asked;
  if (stages < 1 || micros < 1)
    return t(
      "A pipeline needs at least one stage and one micro-batch, not {stages} and {micros}.",
      {
        stages,
        micros,
      },
    );
  if (Math.min(forward, inputs, weights) <= 0)
    return t("Each piece of work takes time; give more than 0.");
  if (2 * stages * micros > MOST_SIMULATED) {
    return t(
      "{stages} stages and {micros} micro-batches make {ops} pieces of work, but at most {most} can be simulated; use fewer stages or micro-batches.",
      {
        stages: grouped(stages),
        micros: grouped(micros),
        ops: grouped(2 * stages * micros),
        most: grouped(MOST_SIMULATED),
      },
    );
  }
  if (!schedules.length) return t("No schedule is chosen; choose at least one.");
  /** @type {Partial<Record<ScheduleName, number>>} */
  const each = { interleaved: 2 * chunks, "zb-h1": 3 };
  const pieces = schedules.reduce((sum, name) => sum + stages * micros * (each[name] ?? 2), 0);
  if (pieces > MOST_PIECES)
    return t(
      "A picture shows at most {most} pieces of work, not {n}; draw fewer stages or micro-batches.",
      { most: grouped(MOST_PIECES), n: grouped(pieces) },
    );
  return schedules.includes("interleaved") ? interleavedRefusal(asked) : "";
}

/** @param {Asked} asked */
function interleavedRefusal({ stages, micro_batches: micros, chunks }) {
  if (chunks < 2)
    return t(
      "interleaved needs at least two model chunks in each stage, not {chunks}; use 1f1b for one.",
      {
        chunks,
      },
    );
  if (micros < stages)
    return t(
      "interleaved works in rounds with one micro-batch for each stage, but {micros} micro-batches are fewer than {stages} stages; use {stages} of them.",
      { micros: grouped(micros), stages },
    );
  const over = micros % stages;
  if (!over) return "";
  return t(
    "interleaved works in rounds with one micro-batch for each stage, but {micros} micro-batches are not a multiple of {stages} stages; use {less} or {more} of them.",
    {
      micros: grouped(micros),
      stages,
      less: grouped(micros - over),
      more: grouped(micros - over + stages),
    },
  );
}

export class SchedulesModel extends PageModel {
  /**
   * @param {Asked} begin
   * @param {number} [follow]
   */
  constructor(begin, follow = -1) {
    super({ follow, refusal: {} });
    this.run(begin);
  }

  /** @param {Asked} asked */
  run(asked) {
    const follow = this.get("follow") < asked.micro_batches ? this.get("follow") : -1;
    this.take({
      asked,
      shown: asked.schedules.map((name) => runOf(name, asked)),
      follow,
      refusal: {},
    });
  }

  /** @param {ScheduleMessage} message */
  send({ type: _type, ...wanted }) {
    const asked = { ...this.get("asked"), ...wanted };
    asked.schedules = NAMES.filter((name) => asked.schedules.includes(name));
    const text = scheduleRefusal(asked);
    if (text) this.refuse(text);
    else this.run(asked);
  }
}
