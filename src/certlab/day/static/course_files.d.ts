/** What a site says of the course: banks/paths.json of certlab.app.exam_paths, banks/index.json of the listing. */

import type { Kind } from "../../app/static/grading/keys.d.ts";

export interface Paths {
  exams: PathExam[];
  modules: Record<string, PathModule>;
  labs: Record<string, PathLab>;
  sections: Record<string, string[]>; // by module the anchor of each listed item's section
}
/** An exam with its path, in the order in which one learns it. */
export interface PathExam {
  exam: string;
  code: string;
  name: string;
  modules: string[];
  unwritten: number; // steps that cannot be opened yet
  time: number; // minutes of its mock exam here, 0 for none
  papers: number; // that the path ends with
  steps: PathStep[];
  planned: PlannedStep[];
  [more: string]: any; // `any`: what the form of the goal alone reads
}
export interface PathStep {
  module: string;
  lab: string; // "" for a page
  sections: string[]; // [] for all of it
  minutes: number;
  times: Record<string, number>; // minutes by section of a page
  below: Record<string, Record<string, number>>; // of a section alone, and of those below it
}
/** A step that cannot be opened yet, with an estimate of its minutes. */
export interface PlannedStep {
  title: string;
  minutes: number;
  lab: boolean;
}
export interface PathModule {
  title: string;
  pages: { page: string; sections: Record<string, string> }[]; // a heading by its anchor
}
export interface PathLab {
  title: string;
  minutes: number;
  exercises: string[];
}

/** A module's items as the listing has them. */
export interface ListedBank {
  module: string;
  title: string;
  items: ListedItem[];
}
export interface ListedItem {
  item: string;
  kind: Kind;
  reset?: number;
  exams: string[];
}
/** An item as CourseIndex keeps it. */
export type KnownItem = ListedItem & { module: string; section: string | undefined };
