/** A MIG board: the rules of its GPU, what stands on each, what it is asked and answers. */

import type { Mounted, TalkingModel } from "../../../../app/static/elements.d.ts";

/** A profile in a placement table; places and sizes are counted in memory slices. */
export interface Profile {
  name: string;
  id: number;
  compute: number; // compute slices
  size: number;
  starts: number[];
  sms: number | null;
  gib: number | null;
  takes: Record<string, number>; // how many of each limit
}

/** The placement table of a GPU, as certlab.labs.mig.widgets.state.table_state makes it. */
export interface Table {
  id: string;
  name: string;
  memory: number; // slices
  compute: number;
  slice: string; // GB of a memory slice
  limits: Record<string, number>; // what an empty GPU has
  called: Record<string, string>; // the limits, in words
  profiles: Profile[];
  note: string;
}

/** A table of a page, where JavaScript decides as well. */
export interface PageTable extends Table {
  profiles: PageProfile[];
  unsure: string[]; // names of profiles that one source alone has
}
export interface PageProfile extends Profile {
  last: number[]; // starts that the driver takes only when it must
}

/** An instance: its id, its profile's place in the table, its start, its compute instances. */
export type Instance = readonly [
  id: number,
  profile: number,
  start: number,
  computes?: "none" | "some" | "all",
];
/** What stands on a GPU, or would: an instance that is not made has no id. */
export type Placed = Instance | readonly [id: null, profile: number, start: number];
export type Layout = readonly Placed[];

/** An instance by where it is. */
export interface Where {
  gpu: number;
  id: number;
}

/** A place that a profile may take. */
export interface Place {
  gpu: number;
  profile: number;
  start: number;
}

/** The outline of what would be placed or moved; `hover`, where only a mouse or a drag is there. */
export interface Ghost extends Place {
  moving: Where | null;
  blocked?: boolean;
  hover: boolean;
}

/** What the pointer carries, from where it was pressed, and where it is let go. */
export interface Carried {
  moving: Where | null;
  profile: number;
}
export interface Pressed extends Carried {
  x: number;
  y: number;
  dragging: boolean;
}
export interface Drop {
  gpu: number;
  start: number | null; // where the profile would start
  at: number; // the slice under the pointer
}

/** What a page's board begins with; `first` stands on GPU 0. */
export interface Begin {
  gpu: string;
  count: number;
  goal: string[];
  first: Instance[];
}

/** What the traits hold; {} stands for nothing. */
export interface BoardState {
  choices: [id: string, name: string][];
  table: Table;
  shown: { on: boolean; at: Instance[]; words: string; lines: string[] }[]; // a GPU each
  goal: Partial<Goal>;
  refusal: Partial<Refusal>;
  said: Partial<{ n: number; text: string }>;
  output: Partial<Output>;
  undoable: boolean;
  hand: { picks?: Record<number, number>; lines?: Record<number, string> };
  runs?: boolean; // false where no line can be run
}
export interface Goal {
  wanted: { name: string; done: boolean }[];
  done: boolean;
  words: string;
}
export interface Refusal {
  n: number;
  gpu: number;
  text: string;
  profile: number | null;
  start: number | null; // where its bracket is drawn
}
export interface Output {
  gpu: number;
  text: string;
  code: number;
  why: string;
}

/** What a board is asked; see board.js. */
export type BoardMessage =
  | { type: "place"; gpu: number; profile: number; start: number | null }
  | { type: "move"; gpu: number; id: number; to: number; start: number | null }
  | { type: "remove"; gpu: number; id: number }
  | { type: "run"; gpu: number; line: string }
  | { type: "setup"; gpu?: string; count?: number }
  | { type: "undo" | "clear" };

/** What stands where, of all GPUs. */
export interface Layouts {
  gpu: string;
  layouts: Instance[][];
}

export type Model = TalkingModel<BoardState, BoardMessage>;
export type Board = Mounted<Model>;
