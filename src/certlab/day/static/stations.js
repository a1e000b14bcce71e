// @ts-check
/**
 * The way to an exam as data: a station for each step of its path, with how far the learner is.
 *
 * @import { PathExam, PathStep } from "./course_files.d.ts"
 * @import { Row } from "../../app/static/store/rows.d.ts"
 * @import { CourseIndex } from "./course_index.js"
 * @import { Station, Way } from "./days.d.ts"
 */

import { readBegun } from "../../app/static/exam/begun_row.js";
import { t } from "../../app/static/words.js";
import { goalOf } from "../../planner/static/goal_row.js";
import { labProgress } from "./lab_progress.js";
import { labPath } from "./links.js";
import { pathMinutes, shareDone } from "./path_hours.js";
import { PathWalk } from "./path_walk.js";
import { Standing } from "./standing.js";

const USUAL = 20; // minutes of a day, where nobody has said how many

/**
 * The way to an exam, which the course has; addresses are from the root of the pages.
 *
 * `opens` is the Set of labs that open where the page is, null for all of them.
 *
 * @param {Standing} standing
 * @param {string} exam
 * @param {Set<string> | null} opens
 * @returns {Way}
 */
export function wayTo(standing, exam, opens) {
  const { course } = standing;
  const found = /** @type {PathExam} */ (course.exam(exam));
  const walk = new PathWalk(standing, exam, goalOf(standing.rows)?.minutes ?? USUAL);
  const steps = found.steps.map((step) =>
    step.lab ? labStation(standing, step, opens) : readStation(standing, step, walk),
  );
  const stations = found.time ? [...steps, mockStation(standing, found)] : steps;
  const here = placeOf(stations);
  const items = [...course.items.values()].filter(({ exams }) => exams.includes(exam));
  const known = items.filter(({ item }) => standing.memories.has(item)).length;
  return {
    code: found.code,
    exam,
    stations: stations.map((one, place) => ({ ...one, here: place === here })),
    planned: found.planned,
    minutes: pathMinutes(
      steps.map((one) => [one.minutes, shareDone(one)]),
      [items.length, known],
      [found.papers, stations.at(-1)?.kind === "mock" ? (stations.at(-1)?.done ?? 0) : 0],
      found.time,
    ),
  };
}

/**
 * The same from a history's rows; null where the exam has no path.
 *
 * @param {CourseIndex} course
 * @param {Row[]} rows
 * @param {string} exam
 * @param {Set<string> | null} opens
 */
export function wayOf(course, rows, exam, opens) {
  return course.stepsOf(exam).length ? wayTo(new Standing(course, rows), exam, opens) : null;
}

/**
 * How many steps of a way are done and how many skipped, of how many; a mock exam is none.
 *
 * @param {Pick<Way, "stations">} way
 */
export function stepsDone({ stations }) {
  const steps = stations.filter(({ kind }) => kind !== "mock");
  const are = (/** @type {string} */ state) => steps.filter((one) => one.state === state).length;
  return { done: are("done"), skipped: are("skipped"), count: steps.length };
}

/**
 * Done or skipped by the rule by which the day's list goes on.
 *
 * @param {Standing} standing
 * @param {PathStep} step
 * @param {PathWalk} walk
 * @returns {Station}
 */
function readStation({ course }, step, walk) {
  const { module, sections, minutes } = step;
  const again = walk.steps.filter((one) => !one.lab && one.module === module).length > 1;
  const [first = ""] = sections;
  const state = walk.stateOf(step);
  return {
    kind: "read",
    name: course.modules[module].title,
    part: again ? (course.sectionsOf(module)[first] ?? "") : "",
    module,
    minutes,
    path: `modules/${course.pageOf(module, first)}.html${course.markOf(module, first)}`,
    state: state === "left" ? "open" : state,
    done: 0,
    count: 0,
    here: false,
  };
}

/**
 * @param {Standing} standing
 * @param {PathStep} step
 * @param {Set<string> | null} opens
 * @returns {Station}
 */
function labStation({ course, solved }, { module, lab, minutes }, opens) {
  const { title, exercises } = course.labs[lab];
  return {
    kind: "lab",
    name: title,
    part: course.modules[module]?.title ?? "",
    module,
    minutes,
    path: labPath(lab, opens),
    ...labProgress(exercises, solved),
    here: false,
  };
}

/**
 * @param {Standing} standing
 * @param {PathExam} exam
 * @returns {Station}
 */
function mockStation({ rows }, { exam, time }) {
  const begun = rows.filter((row) => row.outcome === "begun" && readBegun(row)?.exam === exam);
  const own = new Set(begun.map(({ ulid }) => ulid));
  const taken = rows.filter(
    ({ outcome, sitting }) => outcome === "ended" && own.has(String(sitting)),
  );
  return {
    kind: "mock",
    name: t("Mock exam"),
    part: "",
    module: "",
    minutes: time,
    path: `mock-exam.html?exam=${exam}`,
    state: taken.length ? "done" : "open",
    done: taken.length,
    count: 0,
    here: false,
  };
}

/**
 * Where the learner is: at the first station that is not done. A lab that was passed by, since
 * something after it was read or solved, waits for another day.
 *
 * @param {Station[]} stations
 */
function placeOf(stations) {
  const isDone = (/** @type {Station} */ { state }) => state === "done" || state === "skipped";
  const last = stations.findLastIndex((one) => one.kind !== "mock" && isDone(one));
  const next = stations.findIndex((one, at) => !isDone(one) && (one.kind !== "lab" || at > last));
  return next < 0 ? stations.length - 1 : next;
}

/**
 * The first step after a page on a way that is still to be done, else the first of all; what
 * is on the page itself is passed over.
 *
 * @param {{ stations: Station[] }} way
 * @param {string} page
 */
export function nextAfter({ stations }, page) {
  const here = (/** @type {Station} */ { path }) => path.split("#")[0] === `modules/${page}.html`;
  const isLeft = (/** @type {Station} */ one) =>
    (one.state === "open" || one.state === "begun") && !here(one);
  const at = stations.findLastIndex(here);
  return stations.find((one, place) => place > at && isLeft(one)) ?? stations.find(isLeft) ?? null;
}
