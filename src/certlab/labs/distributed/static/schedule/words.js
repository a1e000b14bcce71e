// @ts-check
/**
 * What is said of pipeline runs; certlab.labs.distributed.pipeline says a run alike.
 *
 * @import { Asked, One, Run, Span } from "./schedules.d.ts"
 */

import {
  amount,
  decimals,
  grouped,
  percentText,
} from "../../../../app/static/drawing/quantities.js";
import { t } from "../../../../app/static/words.js";

const LISTED_STAGES = 8; // whose peak a sentence names; of more the largest and the least

/** A time in the pipeline's unit; sums of fractions are not told to the last digit. */
export const timeText = (/** @type {number} */ time) => amount(Number(decimals(time, 6)));

/** A schedule's name, with its model chunks where it has several. */
export const nameOf = (/** @type {Pick<Run, "schedule" | "chunks">} */ { schedule, chunks }) =>
  chunks > 1 ? `${schedule}, v = ${chunks}` : schedule;

/** What stands at the end of its lanes. */
export const endText = (/** @type {Run} */ run) => `${timeText(run.length)} t`;

/** Whether its backward is in two parts. */
export const isSplit = (/** @type {Run} */ run) => run.schedule === "zb-h1";

/**
 * How long, how much of it bubble, of which whole, and what the stages hold.
 *
 * @param {Run} run
 * @param {Asked} asked
 */
export function runWords(run, { stages, micro_batches: micros }) {
  return t(
    "{name}, with {stages} stages and {micros} micro-batches, takes {length} t, and each stage works for {ideal} t of it. The bubble is {total} of the total time and {of_ideal} of the ideal time. At its peak a stage keeps the activations of this many micro-batches, by stage: {peaks}.",
    {
      name: nameOf(run),
      stages,
      micros: grouped(micros),
      length: timeText(run.length),
      ideal: timeText(run.ideal),
      total: percentText(run.shares[0]),
      of_ideal: percentText(run.shares[1]),
      peaks: peakWords(run),
    },
  );
}

/** @param {Run} run */
function peakWords({ peaks }) {
  if (peaks.length <= LISTED_STAGES)
    return peaks.map(timeText).reduce((list, next) => t("{list}, {next}", { list, next }));
  return t("{most} at most, {least} at least", {
    most: timeText(Math.max(...peaks)),
    least: timeText(Math.min(...peaks)),
  });
}

/**
 * What a schedule is about.
 *
 * @param {Run} run
 */
export function aboutSchedule({ schedule }) {
  return {
    naive: t("one micro-batch at a time"),
    gpipe: t("all forwards, then all backwards"),
    "1f1b": t("one forward, one backward: same bubble as GPipe, less memory"),
    interleaved: t("several model chunks per stage: smaller bubble, more messages"),
    "zb-h1": t("backward in two parts: the next stage waits for B, and W fills the bubble"),
  }[schedule];
}

/**
 * One piece of work, for who cannot see it.
 *
 * @param {{ splits: boolean, chunks: number }} run
 * @param {number} stage
 * @param {Span} span
 */
export function spanWords({ splits, chunks }, stage, [kind, micro, chunk, start, end]) {
  const values = { stage, micro, start: timeText(start), end: timeText(end) };
  const says =
    kind === "F"
      ? t("stage {stage}, forward of micro-batch {micro}, {start} to {end} t", values)
      : kind === "W"
        ? t("stage {stage}, weight gradients of micro-batch {micro}, {start} to {end} t", values)
        : splits
          ? t("stage {stage}, input gradients of micro-batch {micro}, {start} to {end} t", values)
          : t("stage {stage}, backward of micro-batch {micro}, {start} to {end} t", values);
  return chunks > 1 ? t("{says}, model chunk {n}", { says, n: chunk }) : says;
}

/**
 * Where a micro-batch is in each run.
 *
 * @param {Run[]} runs
 * @param {number} micro
 */
export function followWords(runs, micro) {
  return runs
    .map((run) => {
      const own = run.stages.flat().filter((span) => span[1] === micro);
      const [start, end] = [
        Math.min(...own.map((one) => one[3])),
        Math.max(...own.map((one) => one[4])),
      ];
      return t("{name}: micro-batch {micro} is under way from {start} to {end} t.", {
        name: nameOf(run),
        micro,
        start: timeText(start),
        end: timeText(end),
      });
    })
    .join(" ");
}

/**
 * Who works at a time.
 *
 * @param {Run[]} runs
 * @param {number} time
 */
export function momentWords(runs, time) {
  return runs
    .map((run) => {
      const busy = run.stages.filter((stage) =>
        stage.some(([, , , start, end]) => start <= time && time < end),
      ).length;
      return t("{name} at {time} t: {n} of {count} stages work.", {
        name: nameOf(run),
        time: timeText(time),
        n: busy,
        count: run.stages.length,
      });
    })
    .join(" ");
}
