/** A day's list and the start page: what the rows hold, what the model holds, one drawing of it. */

import type { PageModel } from "../../app/static/simulator/page_model.js";
import type { Bank } from "../../app/static/question/items.d.ts";
import type { Row } from "../../app/static/store/rows.d.ts";
import type { Store } from "../../app/static/store/store.js";
import type { Sentence } from "../../app/static/words.js";
import type { Goal } from "../../planner/static/goal_row.js";
import type { PlannedStep } from "./course_files.d.ts";

/** So many exercises of a lab are solved; see lab_progress.js. */
export interface Solved {
  done: number;
  count: number;
  state: "open" | "begun" | "done"; // never done where there is no exercise
}

export type TaskKind = "review" | "new" | "page" | "lab";

/** A task as a list's row holds it; certlab.day.list_row says what each field means. */
export interface Task {
  kind: TaskKind;
  items: string[];
  minutes: number;
  parts: TaskPart[];
  opens: string; // a module or a lab, "" for neither
  why: string;
  section: string;
  sections?: string[]; // of a page, that are read; [] for all, and none in rows of older versions
}
/** How many items of a module. */
export interface TaskPart {
  name: string;
  count: number;
}

/** A row that holds a list, or what was added to one. */
export type ListRow = Row & {
  exam: string;
  tasks: (Omit<Task, "why"> & { why: Sentence })[];
  says: Sentence[];
};
export interface Holding {
  row: ListRow;
  tasks: Task[];
  says: string[];
}
/** A page is done only by reading it; one that was asked about enough is skipped. */
export type TaskState = "left" | "done" | "skipped";
/** A task with what is left of it, and of how many how many are done. */
export type ListedTask = Task & { count: number; done: number; state: TaskState; planned: number };
/** The same as it is shown. */
export type ShownTask = ListedTask & {
  title: string;
  path: string;
  solved?: Solved; // of a lab, also what is not of today
  reading?: boolean; // whether these are the questions on the page before them
};

/** What the card of the day asks: a task's items that were left when it was begun. */
export interface Asked {
  task: ShownTask;
  items: string[];
  banks: Bank[];
  exam: string;
  count: number;
  pressed: boolean; // whether the learner asked for it, or the day begins with it
  before?: Asked; // what these take the place of, but for the question that is shown
}
/** A mock exam that was handed in: of how many questions how many were right. */
export interface Mock {
  right: number;
  count: number;
  open: boolean; // begun, and still to be gone on with
  time: number; // of its end, else of its beginning, in milliseconds
}
/** What certlab.day.over_time says. */
export interface OverTime {
  exam?: string;
  outlook?: Outlook;
  points?: (Expected & { day: string })[];
  predicted?: Predicted | null;
}
/** What was expected to be known, by tenths, and how much was; `low` in percent. */
export interface Predicted {
  deciles: { low: number; count: number; right: number; expected: number }[];
  says: string;
}
/** A mock exam as a mark on the score over time. */
export interface MockMark {
  n: number;
  day: string;
  right: number;
  count: number;
  share: number;
  low: number;
  high: number;
}
/** A week of dots, from Monday: whether something was answered, null of a day to come. */
export interface WeekOfDays {
  monday: string;
  days: (boolean | null)[];
}

/** Of an exam whether there is something to choose it for. */
export interface ExamChoice {
  exam: string;
  code: string;
  name: string;
  level: string;
  covered: number;
  objectives: number;
}
export type ShownGoal = Goal & { code: string; name: string; left: number };
/** A lab that comes after today's list, within a week. */
export interface Ahead {
  title: string; // with its exercises, where the day is too short for all
  path: string;
  minutes: number;
  days: number; // from today: 1 is tomorrow
  solved: Solved;
}
/** How far an exam's path is; `full` leads to the plan with forecasts, "" without one. */
export interface PathState {
  done: number; // steps that were read or solved
  skipped: number; // pages that were asked about enough, and not read
  count: number;
  unwritten: number;
  full: string;
}
/** The way to an exam, see stations.js. */
export interface Way {
  exam: string;
  code: string;
  stations: Station[];
  planned: PlannedStep[];
  minutes: [whole: number, done: number]; // with its questions and papers
}
export interface Station {
  kind: "read" | "lab" | "mock";
  name: string;
  part: string; // the section that tells two steps of a module apart, "" for one alone; a lab's module
  module: string; // "" for the mock exam
  minutes: number;
  path: string; // from the root of the pages
  state: "open" | "begun" | "skipped" | "done";
  done: number; // exercises solved of so many, or mock exams taken
  count: number;
  here: boolean; // whether the learner is at this one
}

export interface Expected {
  mean: number;
  low: number;
  high: number;
}
/** What to expect; certlab.day.start_page writes it. */
export interface Outlook {
  covers: string; // a sentence
  lacks: string; // one where no answer can bring a score
  plan: Expected | null;
  now: Expected | null;
  then: Expected | null; // if nothing more is studied
  curve: [cut: number, chance: number][];
  answers: number;
  fresh: number; // first answers that each domain needs
  publisher: string; // of the exam, "" for none
  domains: Standing[];
}
export interface Standing {
  domain: number;
  name: string;
  weight: number;
  missing: number;
  bare: boolean;
  covered: number;
  objectives: number;
  share?: number; // and its interval, where enough is known
  low?: number;
  high?: number;
}
export interface HeatDomain {
  domain: number;
  name: string;
  weight: number;
  cells: HeatCell[];
}
export interface HeatCell {
  id: string;
  number: string;
  title: string;
  recall?: number | null;
  items: number;
  page: string;
}

/** What was entered in the form of the goal; a field's text until it is sent. */
export interface EnteredGoal {
  exam: string;
  day: string;
  minutes: string | number;
}
/** What is sent to a model of the start page. */
export type DayMessage =
  | ({ type: "goal" } & Goal)
  | { type: "remove" | "more" | "change" | "home" | "look" }
  | { type: "task"; place: number };

/** The model of the start page, see start.js. */
export interface StartModel extends PageModel {
  rows: { store: Store; bring: () => void }; // where answers go, and what shows the list after a drill
  send(message: DayMessage): void;
}
/** One drawing of it. */
export interface StartView {
  model: StartModel;
  id: string; // unique on the page
  problem: string;
  entered: EnteredGoal | null; // what stands in the form of the goal
  planning: boolean;
  send(type: DayMessage["type"], more?: object): void;
  form(): HTMLFormElement;
  paint(): void;
  tell(words: string): void; // a note above the day
  holds(element: Element): boolean; // whether it stands in this drawing
}

/** What a learner's answers come to. */
export interface Sums {
  today: string;
  answers: number;
  right: number;
  due: number;
  tomorrow: number; // by its end, `due` among them
  next: { day: string; items: number } | null;
  modules: ModuleSums[];
}
export interface ModuleSums {
  module: string;
  title: string;
  items: number;
  known: number;
  due: number;
}
