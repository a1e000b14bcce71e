/** A machine that one types at: what is asked of Python, what it answers, and how a game begins. */

/** All that was entered so far; the same lines give the same game again. */
export interface Request {
  scenario: string;
  seed: number;
  lines: string[];
  complete?: string; // a line that is being typed: the reply has what its last word may become
}

/** What view.reply of certlab.labs.operations.node gives for the last of the lines. */
export interface Reply {
  text: string; // as a terminal shows it; without lines, the story
  exit: number;
  seconds: number; // simulated
  prompt: string;
  clock: string;
  spent: number; // simulated seconds since the beginning
  state: "open" | "ended";
  report: Report | null;
  words?: string[]; // what was asked for by `complete`, and nothing else then
}

/** All that a view knows of Python. It rejects with a sentence. */
export type Ask = (request: Request) => Promise<Reply>;

/** A cause and where: its id, a machine or "", a slot or 0. */
export type Diagnosis = readonly [cause: string, node: string, slot: number];

/** How a game ended, as certlab.labs.operations.node.report tells it. */
export interface Report {
  passed: boolean;
  score: number; // of 100
  parts: { part: string; points: number; of: number }[];
  diagnosis: { given: Diagnosis; truth: Diagnosis; right: boolean; mended_first: boolean };
  evidence: { line: string; excludes: string[] }[];
  missed: { cause: string; line: string }[]; // a line that would have excluded it, or ""
  checks: { check: string; settled: boolean; worked: boolean }[];
  load_hours: number;
  under_load: string[];
  costs: { minutes: number };
  harms: string[];
  wrong: Tempting[];
}

/** A move that one is tempted to make, and what it costs. */
export interface Tempting {
  does: string;
  costs: { minutes: number };
  harms: string[];
  under_load: string[];
  refused: boolean;
  reached: boolean;
}

/** A cause that can be named, and what has to be named with it. */
export interface Cause {
  id: string;
  says: string;
  place: string; // "gpu": node and slot; "node"; "" for neither
}

/** What there is to name in a diagnosis. */
export interface Machine {
  causes: Cause[];
  nodes: string[];
  slots: number;
  edition: number; // of the texts
}

export interface Scenario {
  id: string;
  title: string;
  story: string;
  minutes: number;
  exercise: string; // under which a history has it
}

/** A game and where it is kept. */
export interface Game {
  ask: Ask;
  scenario: Scenario;
  seed: number;
  machine: Machine;
  lines: string[]; // with which it begins
  keep: (lines: string[]) => void;
  ended: (report: Report) => void; // once for each game that is ended here
}

/** A line of a recording: where it was typed, and what it printed. */
export type Recorded = readonly [prompt: string, line: string, text: string];

/** What a page begins with. */
export interface Begin {
  machine: Machine;
  scenarios: Scenario[];
}

/** What a page of the app or the site has for a widget that wants more than JSON. */
export interface Site {
  surface: string; // "app" or "site"
  root: URL;
  store: import("../../../../app/static/store/store.js").Store;
}
