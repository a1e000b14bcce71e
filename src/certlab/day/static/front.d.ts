/** The front page of somebody without a plan: five questions, and the exam they are of. */

import type { Bank } from "../../app/static/question/items.d.ts";
import type { PathExam } from "./course_files.d.ts";
import type { StartView } from "./days.d.ts";

/** banks/first-<exam>.json; certlab.app.first_questions writes it. */
export interface FirstSet {
  items: string[];
  bank: Bank;
  objectives: Record<string, { number: string; title: string }>;
  pictures: Record<string, Sides>;
  more: number; // questions that follow, for a place on the path
}
/** banks/more-<exam>.json: the questions that follow, and the steps to read. */
export interface MoreSet extends FirstSet {
  steps: AskedStep[];
}
export interface AskedStep {
  name: string;
  path: string; // from the root of the pages
  objectives: string[]; // numbers of those that its questions are of
}
/** How a set of questions is asked. */
export interface Ways {
  label: string;
  around: string; // what leads around all of them
  drawEnd(): Element; // what stands behind the last
  plan(): void; // the way around
}
/** A live widget's folder, and how it begins before the answer and after it. */
export interface Sides {
  folder: string;
  before: object;
  after: object;
}

/** What became of a question; "now" is asked, "open" comes later. */
export type Mark = "right" | "wrong" | "unsure" | "now" | "open";

export type OfferedExam = PathExam & {
  level: string;
  covered: number;
  objectives: number;
  served: number; // share of its weight that the course has items enough on
  scored: boolean; // whether that is enough for a score
};

/** What the page gives to the newcomer's part of it. */
export interface FrontPage {
  exams: OfferedExam[];
  root: string; // leads from the page to the root of all pages
  pages: string; // the address of a page, with {page}
  surface: string;
  chips: HTMLElement; // where the exams are chosen
  read(exam: string): Promise<FirstSet>;
  readMore(exam: string): Promise<MoreSet>;
  live(el: HTMLElement, folder: string, begin: object): Promise<void>;
  drawWay(exam: string): void; // the way to the exam, in its own place
}

/** A newcomer's part, once it is open. */
export interface Opened {
  paint(): void; // what the form of the goal shows has changed
  readonly hasForm: boolean; // whether that is there
}

/** Draws it into a place; see newcomer.js. */
export type NewcomerDrawing = (view: StartView, place: HTMLElement) => Opened;
