/** A collective: its plan, what it costs, what it is asked. */

import type { Mounted, TalkingModel } from "../../../../app/static/elements.d.ts";

/** What the controls say; seconds, and bytes a second. */
export interface Asked {
  kind: string;
  algorithm: string;
  ranks: number;
  bytes: number;
  latency: number;
  rate: number;
}

/** A message: [source, target, whether it adds, first chunk, how many, first, how many, ...]; the rank above all is the switch. */
export type Message = number[];

/** An algorithm's steps, and how many buffers go over a link one after the other. */
export type Line = [steps: number, buffers: number];

/** Who sends what to whom, as certlab.labs.distributed.collectives.messages has it. */
export interface Plan {
  kind: string;
  algorithm: string;
  ranks: number;
  parts: number; // chunks of all buffers
  root: number;
  phases: [name: string, steps: number][];
  steps: Message[][];
  lines: Record<string, Line>; // of each algorithm that does it
}

/** What a step comes to; bytes and seconds, `elapsed` and `sent` up to its end. */
export interface Step {
  phase: string;
  messages: number;
  bytes: number;
  largest: number;
  seconds: number;
  elapsed: number;
  sent: number; // by the busiest rank
}
export interface Account {
  steps: Step[];
  seconds: number;
  sent: number;
  algorithm_bandwidth: number;
  bus_bandwidth: number;
  bus_factor: number;
}

/** By rank, by row: whose contributions are there, in bits. */
export type Held = BigUint64Array[];

export interface CollectiveState {
  asked: Asked;
  plan: Plan;
  shown: Account;
  step: number;
  refusal: { n?: number; text?: string };
}
export type CollectiveMessage = { type: "ask" } & Partial<Asked>;
export type Model = TalkingModel<CollectiveState, CollectiveMessage>;
export type Collective = Mounted<Model>;

/** What a control says of a change: its name, and what stands in it. */
export type Ask = (name: string, value: any) => void; // `any`: a text or a number, the name says which

export type Point = number[]; // x and y

/** Where a rank's grid stands, in the upper row or the lower. */
export interface Corner {
  x: number;
  y: number;
  column: number;
  low: boolean;
}
/** The corners of a message's way, and where its label may stand. */
export interface Way {
  points: Point[];
  label: Point | null;
  anchor?: "start" | "end";
}
/** A way that is drawn, in the colour of a rank. */
export interface DrawnWay extends Way {
  who: number;
  message: Message;
}
/** What a drawing is named by and says. */
export interface Given {
  id: string;
  label: string;
}
/** The upper left corner of a rank's grid, and the size of its cells. */
export interface Cells {
  x: number;
  y: number;
  cell: number;
  id: string;
}
/** Some steps of a phase in the overview. */
export interface Group {
  name: string;
  from: number;
  to: number;
}
/** Both axes of the chart. */
export interface Scale {
  sizes: number[]; // powers of two
  low: number; // powers of ten
  high: number;
  x: (bytes: number) => number;
  y: (seconds: number) => number;
}
