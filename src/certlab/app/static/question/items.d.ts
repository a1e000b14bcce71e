/**
 * A question as the browser gets it: what certlab.study.bank writes, and what deck/bank.js makes of it.
 */

import type { Key, Kind, Verdict } from "../grading/keys.d.ts";

/** A module's questions. */
export interface Bank {
  module: string;
  title: string;
  report: string; // where a mistake is reported
  sources: Source[];
  items: BankItem[];
}

/** An item with what is the same in all its variants; empty parts of its feedback are left out. */
export interface BankItem {
  item: string;
  rev: number;
  kind: Kind;
  reset?: number; // the revision before which answers no longer count
  exams: Record<string, string>; // by exam its objective there
  kin: string[];
  show: BankShow;
  key?: object; // with its kind a Key; an outline has none
  feedback: BankFeedback;
  part?: number; // of an outline: which part of the bank holds it
  variants?: Variant[];
}
/** What order.js reads of it, before its kind tells what else there is. */
export interface BankShow {
  objective: string;
  level: string;
  context?: Context;
  options?: Option[];
}
export type BankFeedback = Partial<Omit<Feedback, "sources">> & { sources?: number[] };
export interface Variant {
  order?: number[]; // places of the first variant's options
  show?: object;
  key?: object;
  feedback?: object;
}

/** An item as asked once. */
export interface Question {
  item: string;
  rev: number;
  kind: Kind;
  seed: number;
  show: Shown;
  key: Key;
  feedback: Feedback;
}

export interface Option {
  id: string;
  text: string;
}
/** The situation that several items ask about. */
export interface Context {
  scenario: string;
  title: string;
  text: string;
}

/** What is drawn before the answer, of every kind. */
export interface Head {
  item: string;
  module: string; // its title
  objective: string;
  label?: string; // the objective of the learner's own exam, "" where it is of none of it
  level: string;
  ask: string;
  context?: Context;
  deck?: string; // of a learner's own card
  again?: boolean; // whether it is a repeat
  waits?: "coming" | "missing"; // for its part of the bank, where only its outline is there
}
export type Shown =
  | ShownChoice
  | ShownNumeric
  | ShownOrder
  | ShownMatch
  | ShownCloze
  | ShownCommand
  | ShownCard;
export type ShownChoice = Head & {
  kind: "single" | "multi";
  options: Option[]; // as they are shown, the pinned ones last
  pinned?: string[]; // their ids
  select?: number;
};
export type ShownNumeric = Head & {
  kind: "numeric";
  given: { label: string; value: string; unit: string }[];
  units: string[];
  nouns?: string[];
  within: string; // percent, "" for exactly
};
export type ShownOrder = Head & { kind: "order"; steps: Option[] };
export type ShownMatch = Head & { kind: "match"; left: Option[]; right: Option[] };
export type ShownCloze = Head & {
  kind: "cloze";
  text: (string | { gap: string })[];
  gaps: { id: string; number: boolean }[];
};
export type ShownCommand = Head & { kind: "command"; may: string[] };
export type ShownCard = Head & { kind: "card" };

/** What is said after the answer. */
export interface Feedback {
  whys: Record<string, string>;
  correct: string[] | null; // ids of a choice
  working: string;
  answer: string; // of a number or a command
  back: string; // of a card
  order: string[];
  pairs: Record<string, string>;
  accepted: Record<string, string[]>;
  section: Section | null;
  sources: Source[];
  explain: string;
  exam_era: string;
  current: string;
  asked: { rev: number; seed: number };
  report: string;
}
export interface Section {
  page: string;
  anchor: string;
  title: string;
}
export interface Source {
  title: string;
  address: string;
  publisher: string;
  tier: string;
  opened: string;
}

/** A number with its unit, as it was typed. */
export interface Quantity {
  number: string;
  unit: string;
}
/** What the controls of each kind give; null while nothing is chosen. */
export type Response = string | string[] | Quantity | Record<string, string> | null;

/** What stands in the controls. */
export interface Draft<R = unknown> {
  response?: R;
  confidence?: string | null;
}

/** A question that was answered, or in an exam left: then its outcome is "unanswered". */
export interface Answer<R = unknown> {
  response: R;
  confidence: string | null;
  verdict: { outcome: Verdict["outcome"] | "unanswered"; say: string; parts: Verdict["parts"] };
  feedback: Feedback;
  due: string | null;
}

/** Why an entry was not taken; `invalid` where it is no answer. */
export interface Problem {
  say: string;
  invalid?: boolean;
}
