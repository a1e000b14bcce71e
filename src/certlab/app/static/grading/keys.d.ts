/** What certlab.study.kinds compiles to grade a question with, and what is said of a response. */

export type Kind =
  | "single"
  | "multi"
  | "numeric"
  | "order"
  | "match"
  | "cloze"
  | "command"
  | "card";

/** What is said of a response; see certlab.study.verdicts. */
export interface Verdict {
  outcome: "correct" | "wrong" | "invalid";
  score: number;
  say: string;
  parts: Record<string, boolean>; // of an order, a match or a cloze, whether each is right
}

/** What a response is held to before it is graded; a kind has some of these. */
export interface Limits {
  kind: Kind;
  ids: string[];
  lefts: string[]; // of a match, those that are each to have one of the ids
  select: number; // how many to choose
  units: string[];
  nouns?: string[];
  gaps: Pick<GapKey, "id" | "number">[];
  may: string[]; // what a line may have
}

/** A key by its kind. A response is `unknown` until the grader of its kind has looked at it. */
export type Key =
  | SingleKey
  | MultiKey
  | NumericKey
  | OrderKey
  | MatchKey
  | ClozeKey
  | CommandKey
  | { kind: "card"; options?: undefined };

export type PartRule = "all" | "each";

export interface SingleKey {
  kind: "single";
  correct: string[];
  options: string[];
}
export interface MultiKey {
  kind: "multi";
  correct: string[];
  options: string[];
  score: "all" | "each" | "net";
}
export interface NumericKey {
  kind: "numeric";
  options?: undefined;
  answer: number;
  unit: string;
  nouns: string[];
  tolerance: number;
  factors: Record<string, number>; // by unit that may be given
  traps: { answer: number; why: string }[];
}
export interface OrderKey {
  kind: "order";
  options: string[]; // ids as shown
  after: Record<string, string[]>; // by id those that come before it
  texts: Record<string, string>;
  whys: Record<string, string>;
}
export interface MatchKey {
  kind: "match";
  left: string[];
  options: string[]; // ids on the right
  pairs: Record<string, string>;
  score: PartRule;
}
export interface ClozeKey {
  kind: "cloze";
  options?: undefined;
  gaps: GapKey[];
  score: PartRule;
}
export interface GapKey {
  id: string;
  number: boolean;
  accept: string[];
  case: boolean;
  before?: string; // what stands next to it
  behind?: string;
}
export interface CommandKey {
  kind: "command";
  options?: undefined;
  may: string[];
  dollars: string[]; // names that have to reach the program as they are
  env: Record<string, Wanted[]>;
  calls: Call[]; // joined by pipes
  others: Call[]; // each right by itself
}

/** A program with its flags and words; see certlab.study.kinds.command_key. */
export interface Call {
  programs: string[];
  flags: Flag[];
  arguments: Wanted[][];
  rest: Wanted[][]; // words that it hands on
  forms: string[]; // how it takes its flags: "--x=v", "-xy", ...
  traps: Trap[];
}
export interface Flag {
  names: string[];
  values: Wanted[] | null;
  needed: boolean;
  after: string[];
  anycase: boolean;
  why: string;
  traps: Trap[];
}
/** A text that is accepted, or a number with the text that shows it. */
export interface Wanted {
  text: string;
  number?: number;
}
export interface Trap {
  written: string;
  why: string;
}
