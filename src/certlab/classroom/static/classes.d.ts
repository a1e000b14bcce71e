/**
 * A class as its service tells of it, the way to it, and what its pages hold.
 *
 * Behind each of the service's shapes stands the module of certlab.classroom.service that writes it.
 */

import type { Child } from "../../app/static/elements.d.ts";
import type { Key } from "../../app/static/grading/keys.d.ts";
import type {
  Bank,
  BankItem,
  BankShow,
  Draft,
  Feedback,
  Problem,
  Shown,
} from "../../app/static/question/items.d.ts";
import type { ClassModel } from "./class_model.js";
import type { HeatTable } from "./instructor/heat_table.js";

/** The class, and how whoever asks stands with it (service). */
export interface About {
  class: string; // its id
  database: string; // its id; another one has lost answers
  name: string;
  syllabus: string | null; // its title
  shares: string[]; // what is shared, a sentence each
  kept_days: number;
  joined: boolean;
  nickname: string; // "" while one has not joined
  instructor: boolean;
  called?: string; // the nickname with which one signed in; none where that is done otherwise
  way_back?: string; // the Hub's page with the words that bring somebody back in
  join?: { address: string; code: string } | null; // for instructors, where one joins with a code
}

/** What everybody sees now, and their own vote and flag: an event "state" (state). */
export interface ClassState {
  id: number; // a later one is larger
  gate: Gate | null;
  joined: number; // learners
  at?: { step: number; since: string } | null; // of the agenda, over all days from 0
  asked?: string[]; // questions that were polls, the last one last
  poll: Poll | null;
  stuck: boolean;
}

/** Where all are asked to go on, a lab or a page; step and text may be "" (teaching). */
export interface Gate {
  lab: string;
  page?: string; // "mig#profiles", "" for a lab
  step: string;
  text: string;
  tells?: boolean; // the step is a heading that says what came out
}

/** What a class does, and when; a learner gets no polls, notes and problems (agenda). */
export interface Agenda {
  title: string; // "" where the class has none
  problem: string; // why it cannot be shown
  days: { title: string; minutes: number; steps: AgendaStep[] }[];
}
export interface AgendaStep {
  title: string;
  minutes: number;
  kind: "read" | "lab" | "poll" | "talk" | "pause";
  page: string;
  page_title: string;
  sections: { anchor: string; title: string }[];
  lab: string;
  lab_title: string;
  parts: string[]; // headings of the lab
  polls: AgendaPoll[];
  notes: string;
  problems: string[]; // what it names and is not there
}
export interface AgendaPoll {
  item: string;
  ask: string; // "" where it cannot be asked
}

/** A poll: how all voted is there once its round is closed, and the key once it has ended (polls). */
export type Poll = OpenPoll | ClosedPoll | EndedPoll;
interface AnyPoll {
  id: number;
  item: string;
  rev: number;
  round: number; // 1 or 2
  show: Shown;
  votes: number; // in this round
  mine: unknown; // one's own response, as it was sent; null without one
}
export type OpenPoll = AnyPoll & { open: true; result: null; key: null; feedback: null };
export type ClosedPoll = AnyPoll & { open: false; result: Tally[]; key: null; feedback: null };
export type EndedPoll = AnyPoll & { open: false; result: Tally[]; key: Key; feedback: Feedback };

/** How often each name was given in a round: an option, a pair, a gap's text, a whole entry (tally). */
export interface Tally {
  round: number;
  counts: Record<string, number>;
}

/** A learner of the heat map (heat_map). */
export interface Learner {
  id: string;
  nickname: string;
  joined: string; // a time
  stuck: string | null; // where, "" without words; null when not
  seen: string; // a time
}
/** Answers, and right ones among them. */
export type Counts = [n: number, right: number];
/** A learner's id, a column's key, and the counts there (heat_map). */
export type Cell = [learner: string, column: string, ...counts: Counts];

/** The columns of the heat map. */
export type By = "objective" | "exercise";
export interface Column {
  key: string;
  title: string;
  label?: string; // what an objective is known as, which the page adds
}

/** The heat map whole (teaching). */
export interface HeatMap {
  columns: Column[];
  learners: Learner[];
  cells: Cell[];
}
/** What of it has changed: an event "map" (live). */
export interface MapNews {
  learners: Learner[];
  cells: Cell[];
  gone: string[]; // ids of who has left
  whole: boolean; // whoever is not among the learners has left, too
}

/** How an item did, by each learner's first answer (statistics). */
export interface ItemRecord {
  item: string;
  n: number;
  right: number;
  share: number;
  top_wrong: { option: string; text: string; n: number } | null; // a name of tally, in words
  discrimination: number | null;
  enough: boolean; // answers to say so, or to warn of the item
  warning: string; // "" for none
}

/** A row of a poll's table: an option, or what was entered. */
export interface BarRow {
  id: string;
  ids: string[]; // of the names that are summed up in it
  text: Child;
  right: boolean | null; // null while it is not said
}

/** What is asked for, by its path. */
export interface Replies {
  class: About;
  agenda: Agenda;
  items: ItemRecord[];
  "map?by=objective": HeatMap;
  "map?by=exercise": HeatMap;
}

/** The way to the class; everything rejects with a ClassError, or as fetch does when it was ended. */
export interface ClassConnection {
  open(path: string, signal?: AbortSignal): Promise<Response>;
  get<Path extends keyof Replies>(path: Path): Promise<Replies[Path]>;
  post(path: "join", sent: { nickname: string }): Promise<About>;
  post(path: string, sent?: object): Promise<object>;
  href(path: string): string;
}

/** Why something was not answered; 0 where one's own server does not (stream). */
export interface Refused {
  status: number;
  says: string; // a sentence, or ""
}
/** What a page asks of the worker that hears for all, and what it is told (stream_worker). */
export interface StreamAsked {
  address: string;
  headers: Record<string, string>;
}
export interface StreamTold {
  event?: string;
  data?: unknown;
  ended?: boolean; // the stream
  refused?: Refused; // the stream did not come about
}

/** Who follows a model: called after its state came, after the map, or when anything else is another. */
export type Listener = (event: "state" | "map" | "changed", map?: MapNews) => void;

/** What the banks of an edition hold, by name. */
export interface FetchBank {
  (name: "labs"): Promise<Titles>;
  (name: "index"): Promise<{ module: string }[]>;
  (module: string): Promise<Bank>;
}
/** Titles of labs by id. */
export type Titles = Record<string, string>;

/** A question to find, with the text that a search looks through. */
export interface ListedQuestion {
  item: string;
  ask: string;
  module: string; // its title
  text: string;
}
/** An item of a bank that is no card: each asks something. */
export type AskingItem = BankItem & { show: BankShow & { ask: string } };

/** What a part of a page is drawn from. */
export interface Part {
  model: ClassModel;
  el: HTMLElement;
}
export type BankPart = Part & { json: FetchBank };
/** What the class brings a page of the app. */
export interface RootPart extends Part {
  root: string | URL; // of the app's pages
}

/** What the strip and its panel share. */
export interface StripView {
  model: ClassModel;
  root: string | URL;
  open: OpenLab | null;
  read: ReadPage | null;
  panel: HTMLElement;
  row: HTMLElement;
  strip: HTMLElement;
  id: string; // unique on the page
  titles: Titles;
  shown: "" | "poll" | "stuck";
  seen: string; // the poll, round and phase that the learner was told of
  look: string; // what stands in the panel
  draft: Draft | null;
  where: string;
  problem: Problem | null;
  paint(): void;
  say(words: string): void;
  refuse(problem: Problem): void;
  vote(response: unknown): Promise<unknown>;
  raise(where: string): Promise<unknown>;
}
export type OpenLab = (lab: string, step: string) => unknown;
export type ReadPage = (address: string) => unknown; // below the app's root
/** What the strip is mounted with. */
export interface StripParts {
  model: ClassModel;
  root: string | URL;
  titles: () => Promise<Titles>;
  open?: OpenLab | null;
  read?: ReadPage | null;
  reserve?: (height: number) => void;
}
/** What a poll and the flag's form take of it. */
export type PollView = Pick<StripView, "id" | "draft" | "problem" | "refuse" | "vote"> & {
  model: Pick<ClassModel, "away">;
};
export type StuckView = Pick<StripView, "id" | "where" | "problem" | "raise">;

/** The card of the start page. */
export interface JoinView {
  model: ClassModel;
  root: string | URL;
  id: string;
  nickname: string;
  problem: Problem | null;
  busy: boolean;
  leaving: boolean;
  renaming: boolean; // whether one asked for another nickname than the one signed in with
  aim: string; // the data-key that gets the focus when the card is drawn next
  paint(): void;
}
/** Ask whether to leave, or no more, with the focus on `aim`. */
export type AskToLeave = (leaving: boolean, aim: string) => () => void;

/** The heat map as it stands on the page. */
export interface HeatView {
  model: ClassModel;
  place: HTMLElement;
  status: HTMLElement;
  detail: HTMLElement;
  by: By;
  order: string; // "help", "name", "seen" or a column's key
  columns: Column[];
  learners: Map<string, Learner>;
  cells: Cells;
  others: Set<string>; // keys of what is not among the columns
  table: HeatTable | null;
  timers: Partial<Record<"read" | "sort", ReturnType<typeof setTimeout> | null>>;
}
/** The counts of a learner by column, and those of all. */
export type OwnCells = Map<string, Counts>;
export type Cells = Map<string, OwnCells>;
/** What the table is made of. */
export interface HeatParts {
  learners: Learner[];
  cells: Cells;
  columns: Column[];
  order: string;
  sort(key: string): void;
  tell(words: string): void;
}
/** What the settings use of the heat map. */
export interface Heat {
  learners(): Learner[];
  reload(): void;
}

/** The agenda on the desk. */
export interface AgendaView {
  model: ClassModel;
  place: HTMLElement;
  status: HTMLElement;
  agenda: Agenda | null;
  look: string;
  on: number; // how many of poll and gate are on
}

/** The instructor's control of polls. */
export interface PollControlView {
  model: ClassModel;
  json: FetchBank;
  status: HTMLElement;
  place: HTMLElement;
  id: string;
  look: string;
  choosing: boolean;
  draw(): void;
}
