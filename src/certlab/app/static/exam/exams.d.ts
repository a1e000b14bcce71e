/** Mock exams: the plan of one, a paper drawn by it, a sitting of the paper, its report. */

import type { TalkingModel } from "../elements.d.ts";
import type { Key } from "../grading/keys.d.ts";
import type { Answer, Bank, Shown } from "../question/items.d.ts";
import type { Row } from "../store/rows.d.ts";
import type { ExamDesk } from "./desk.js";

/** An exam as it is drawn: a Blueprint of certlab.study.exams.blueprint, which says what each is. */
export interface Plan {
  exam: string;
  code: string;
  alias: string[];
  name: string;
  questions: number;
  most: number;
  minutes: number;
  whole_minutes: number;
  hands_on_labs: number;
  publisher: string; // "" where nobody else sets the exam
  fields: Field[];
}
export interface Field {
  domain: number;
  name: string;
  weight: number;
  pools: Pool[];
}
export interface Pool {
  objective: string;
  candidates: Candidate[];
}
export interface Candidate {
  item: string;
  rev: number;
  module: string;
  kept: boolean;
  fits: boolean;
  enemies: string[];
  scenario: string;
  kin: number[];
}

/** The questions of one mock exam; see certlab.study.exams.paper. */
export interface Paper {
  exam: string;
  code: string;
  seed: number;
  asked: Asked[];
  seats: Seats[];
  minutes: number;
  official: number; // questions of the official exam
  total_weight: number;
  publisher: string;
  number: number; // which of the exam's three, 0 of a random one
}
export interface Asked {
  item: string;
  rev: number;
  seed: number;
  domain: number;
}
/** A domain's places. */
export interface Seats {
  domain: number;
  name: string;
  weight: number;
  wanted: number;
  filled: number;
  objectives: number;
  lacks: Lack[];
}
/** An objective with fewer questions than places. */
export interface Lack {
  objective: string;
  wanted: number;
  filled: number;
}

/** What the row says that begins a sitting; older ones have no lacks, and random ones no paper. */
export interface Begun {
  exam: string;
  minutes: number;
  factor: number | null;
  deadline: string | null;
  asked: [item: string, rev: number, seed: number, domain: number][];
  seats: [domain: number, wanted: number, filled: number][];
  lacks: [objective: string, wanted: number, filled: number][];
  paper: number;
}

/** One sitting as its rows tell it; places are those in the paper, times as rows store them. */
export interface Sitting {
  id: string;
  paper: Paper;
  begun: string;
  deadline: string | null;
  factor: number | null; // of the time, null for none
  ended: string | null;
  responses: Map<number, unknown>;
  given: Map<number, Row>;
  flags: Set<number>;
  seen: Set<number>;
}

/** What a sitting came to. */
export interface Report {
  sitting: string;
  code: string;
  seed: number;
  ended: string;
  paper: Paper;
  minutes: number;
  allowed: number | null;
  right: number;
  wrong: number;
  unanswered: number;
  low: number; // of the interval, shares
  high: number;
  percent: number;
  domains: DomainScore[];
  unasked: number[];
  curve: [cut: number, chance: number][]; // percent and a share; none of a part-paper
  rows: ReportRow[];
}
export interface DomainScore {
  domain: number;
  name: string;
  weight: number;
  right: number;
  total: number;
  low: number;
  high: number;
}
export interface ReportRow {
  item: string;
  domain: number;
  response: unknown;
  flagged: boolean;
  outcome: "correct" | "wrong" | "unanswered";
  say: string;
  parts: Record<string, boolean>;
}

/** What the start says of an exam. */
export interface Offer {
  exam: string;
  code: string;
  alias: string[];
  name: string;
  questions: number;
  hands_on_labs: number;
  whole_minutes: number;
  given: number; // minutes of its questions alone
  drawn: number; // questions of a whole paper
  minutes: number;
  short_minutes: number; // of a short paper
  seats: Seats[];
  total_weight: number;
  papers: boolean; // whether it has three that share no question
}
/** What a learner should know of a draw, of an offer or of a paper that was sat. */
export type Drawn = Pick<Offer, "seats" | "total_weight">;
/** And of an exam with labs. */
export type Labs = Pick<Offer, "hands_on_labs" | "questions" | "whole_minutes" | "given">;

/** An earlier sitting in the chart. */
export interface Mock {
  sitting: string;
  code: string;
  seed: number;
  number: number; // of its paper, 0 of a random one
  day: string;
  percent: number;
  right: number;
  low: number;
  high: number;
  total: number;
  official: number;
}

/** What the model of mock exams holds; by place in the paper. */
export interface ExamState {
  title: string;
  pages: string;
  notes: string[];
  today: string;
  phase: Phase;
  offers: Offer[];
  sitting: OpenSitting | null;
  shows: Shown[];
  responses: Record<number, unknown>;
  unread: number[]; // what cannot be graded
  marks: number[];
  seen: number[];
  place: number;
  report: Report | null;
  reviews: Answer<unknown>[];
  mocks: Mock[];
  linked: { exam: string; seed: number } | null; // the paper that the page's address names
  link: string; // of a paper, with {paper}; "" where nobody else could open it
  focused?: boolean; // see takeFocus
}
export type Phase = "start" | "running" | "ended" | "again";
export type OpenSitting = Pick<Sitting, "id" | "begun" | "deadline" | "factor"> & Paper;

/** What a desk sends to its model. */
export type ExamMessage =
  | BeginMessage
  | RespondMessage
  | { type: "see"; place: number }
  | { type: "mark"; place: number; on: boolean }
  | { type: "open"; sitting: string }
  | { type: "finish" | "time" | "leave" | "retry" | "report" | "clock" };
export interface BeginMessage {
  type: "begin";
  exam: string;
  seed: number | null;
  factor: number | null;
  count: number | null;
}
export interface RespondMessage {
  type: "respond";
  place: number;
  response: unknown;
  milliseconds: number;
}

/** What a model says to its desk. */
export type ExamNews =
  | { type: "refused"; say: string; step: string; place?: number }
  | { type: "clock"; now: number };

/** The model of mock exams; in the phase "again" it has a deck of what was not right. */
export type ExamModelOf<Deck> = TalkingModel<ExamState, ExamMessage> & { again: Deck | null };

/** What was asked in a sitting, compiled. */
export interface AskedQuestion {
  key: Key;
  show: Shown;
}

/** The banks of some modules, with the items kept for exams. */
export type LoadBanks = (modules: string[]) => Promise<Bank[]>;

/** What a learner chose at the start. */
export interface Choice {
  exam: string;
  time: "usual" | "half" | "twice" | "untimed";
  count: string; // "" for all
  paper: string; // "1" to "3", "" for a random one
  seed: string; // "" for any
  others: boolean; // whether the other exams stand open
  sat: number; // sittings that were known when the paper was offered, -1 before
}
export type Screen = "start" | "question" | "map" | "report" | "review";
export type Filter = "all" | "wrong" | "unanswered" | "flagged";

/** One drawing of mock exams. */
export interface ExamView {
  desk: ExamDesk;
  id: string; // unique on the page
  screen: Screen;
  filter: Filter; // which questions the review shows
  reviewed: number; // the place that is reviewed
  confirming: boolean; // whether handing in waits for its confirmation
  choice?: Choice;
  showTime?: ((left: number) => void) | null; // sets the clock again without a repaint
  showMap?: () => void; // draws the map beside a question again
  say(words: string): void;
  form(): HTMLFormElement;
  turn(screen: Screen, more?: Partial<Pick<ExamView, "filter" | "reviewed">>): void;
  paint(moved?: boolean): void;
}
