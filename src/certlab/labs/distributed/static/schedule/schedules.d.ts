/** Pipeline schedules: what is asked, the work of each stage, what a run comes to. */

import type { Mounted, TalkingModel } from "../../../../app/static/elements.d.ts";

export type ScheduleName = "naive" | "gpipe" | "1f1b" | "interleaved" | "zb-h1";

/** Forward, backward, and where the backward is in two parts, that of the weights. */
export type Work = "F" | "B" | "W";

/** What the controls say; times of a micro-batch in one stage. */
export interface Asked {
  schedules: ScheduleName[];
  stages: number;
  micro_batches: number;
  chunks: number; // model chunks a stage of the interleaved one
  forward: number;
  backward_input: number;
  backward_weight: number;
}

/** One schedule that is carried out. */
export interface One extends Asked {
  schedule: ScheduleName;
  splits: boolean; // its backward is in two parts
  backward: number;
}

/** A piece of work in order, and in time. */
export type Order = [work: Work, micro: number, chunk: number];
export type Span = [work: Work, micro: number, chunk: number, start: number, end: number];

/** A run, as certlab.labs.distributed.widgets.schedule_state.drawing has it. */
export interface Run {
  schedule: ScheduleName;
  chunks: number;
  length: number;
  ideal: number;
  shares: number[]; // the bubble, of the total time and of the ideal
  formulas: string[];
  exact: string[]; // the shares as fractions, none where the formula does not hold
  peaks: number[]; // micro-batches that a stage holds at most
  stages: Span[][];
}

export interface ScheduleState {
  asked: Asked;
  shown: Run[];
  follow: number; // a micro-batch, -1 none
  refusal: { n?: number; text?: string };
}
export type ScheduleMessage = { type: "ask" } & Partial<Asked>;
export type Model = TalkingModel<ScheduleState, ScheduleMessage>;
export type Schedules = Mounted<Model>;

/** The time axis that all schedules share. */
export interface Axis {
  total: number;
  least: number; // pixels
  behind: number; // pixels for the end times
  at: (time: number) => string; // a share of the width
}
