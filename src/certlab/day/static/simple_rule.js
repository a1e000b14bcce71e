// @ts-check
/**
 * Today's tasks by a simple rule, where no Python plans: what is due, then the exam's path.
 *
 * The path gives, in its order, pages with a few questions on each and labs that open here, as
 * far as the minutes go; after the path come new questions. Nothing is forecast.
 *
 * @import { Memory } from "../../app/static/memory/memories.d.ts"
 * @import { Goal } from "../../planner/static/goal_row.js"
 * @import { KnownItem, PathStep } from "./course_files.d.ts"
 * @import { Task, TaskKind, TaskState } from "./days.d.ts"
 * @import { Standing } from "./standing.js"
 */

import { dayHere } from "../../app/static/dates.js";
import { recall } from "../../app/static/memory/memory.js";
import { t } from "../../app/static/words.js";
import { daysLeft } from "../../planner/static/goal_row.js";

const A_REVIEW = 0.5; // minutes
const A_QUESTION = 1; // minutes, at first sight
const FEW = 5; // questions on a page that was just read
const LEAST = 5; // minutes; in fewer nothing is worth opening

/**
 * The tasks, as a list's row holds them; [] where nothing is to be done.
 *
 * `opens` is the Set of labs that open in a browser, `now` in milliseconds since 1970.
 *
 * @param {Standing} standing
 * @param {Goal} goal
 * @param {number} now
 * @param {number} minutes
 * @param {Set<string>} opens
 * @returns {Task[]}
 */
export function simpleTasks(standing, goal, now, minutes, opens) {
  const { course, memories } = standing;
  const today = dayHere(now);
  const own = course.itemsOf(goal.exam);
  const known = (/** @type {string} */ item) => {
    const memory = memories.get(item);
    return memory ? recall(memory, now) : 0;
  };
  const reviews = dueOn(own, memories, today)
    .sort((one, other) => known(one) - known(other))
    .slice(0, Math.max(1, Math.floor(minutes / A_REVIEW)));
  const tasks = reviews.length
    ? [task("review", reviews, A_REVIEW * reviews.length, whyDue())]
    : [];
  if (daysLeft(goal.day, today) < 0) return tasks; // only what would be forgotten
  const fresh = own.filter(({ item }) => !memories.has(item));
  const left = minutes - A_REVIEW * reviews.length;
  const walk = new Walk(standing, goal.exam, fresh, left);
  for (const step of course.stepsOf(goal.exam)) {
    if (walk.left < LEAST) break;
    if (walk.stateOf(step) === "left")
      tasks.push(...(step.lab ? walk.lab(step, opens) : walk.page(step)));
  }
  return [...tasks, ...walk.rest(tasks)];
}

/**
 * Ids of what is due on a day or was before; days as "2026-11-24".
 *
 * @param {KnownItem[]} items
 * @param {Map<string, Memory>} memories
 * @param {string} day
 */
function dueOn(items, memories, day) {
  return items
    .map(({ item }) => item)
    .filter((item) => {
      const memory = memories.get(item);
      return memory && dayHere(memory.due) <= day;
    });
}

/**
 * Of each step of an exam's path whether it is "left", "done", or a page that is "skipped".
 *
 * @param {Standing} standing
 * @param {string} exam
 */
function stepStates(standing, exam) {
  const walk = new Walk(standing, exam, [], 0);
  return standing.course.stepsOf(exam).map((step) => walk.stateOf(step));
}

/**
 * How many steps of an exam's path are done and how many skipped, of how many.
 *
 * @param {Standing} standing
 * @param {string} exam
 */
export function pathDone(standing, exam) {
  const states = stepStates(standing, exam);
  const are = (/** @type {TaskState} */ state) => states.filter((one) => one === state).length;
  return { done: are("done"), skipped: are("skipped"), count: states.length };
}

/** The way along a path while minutes are left. */
class Walk {
  #course;
  #marked;
  #solved;
  #exam;
  #drilled; // ids of what was answered, but for mock exams
  #fresh; // items of the exam that were never answered

  /**
   * @param {Standing} standing
   * @param {string} exam
   * @param {KnownItem[]} fresh
   * @param {number} left
   */
  constructor(standing, exam, fresh, left) {
    this.left = left;
    this.#course = standing.course;
    this.#exam = exam;
    this.#fresh = fresh;
    this.#marked = standing.pages;
    this.#solved = standing.solved;
    this.#drilled = standing.drilled();
  }

  /**
   * A lab is done when its exercises are solved and a page when it is marked as read; a page that
   * was asked about enough is skipped.
   *
   * @param {PathStep} step
   * @returns {TaskState}
   */
  stateOf({ module, sections, lab }) {
    if (lab) return this.#open(lab).length ? "left" : "done";
    if (this.#course.isRead(module, this.#marked, sections)) return "done";
    const known = this.#course.askedEnough(this.#exam, this.#drilled, module, sections);
    return known ? "skipped" : "left";
  }

  /**
   * @param {PathStep} step
   * @returns {Task[]}
   */
  page({ module, sections, minutes }) {
    const asked = this.#onPage(module, sections).slice(0, FEW);
    const time = Math.min(minutes, Math.max(LEAST, this.left - A_QUESTION * asked.length));
    this.left -= time;
    const titles = this.#course.sectionsOf(module);
    const named = sections
      .map((one) => titles[one])
      .reduce((list, next) => (list ? t("{list}, {next}", { list, next }) : next), "");
    const read = task("page", [], time, whyNext(named), module, sections[0] ?? "");
    const questions = asked.slice(0, Math.max(0, Math.floor(this.left / A_QUESTION)));
    return questions.length
      ? [read, this.#new(questions, t("On what you have just read."))]
      : [read];
  }

  /**
   * A lab with as many of its exercises as the minutes allow; nothing where it does not open.
   *
   * @param {PathStep} step
   * @param {Set<string>} opens
   * @returns {Task[]}
   */
  lab({ lab, minutes }, opens) {
    if (!opens.has(lab)) return [];
    const time = Math.min(minutes, this.left);
    const open = this.#open(lab);
    const some = open.slice(
      0,
      Math.max(1, Math.round((open.length * time) / Math.max(minutes, 1))),
    );
    this.left -= time;
    return [task("lab", some, time, whyNext(""), lab)];
  }

  /**
   * New questions in the minutes that are left, where no page is left to read.
   *
   * @param {Task[]} tasks
   * @returns {Task[]}
   */
  rest(tasks) {
    if (tasks.some(({ kind }) => kind === "page")) return [];
    const some = questionsFirst(this.#fresh).slice(
      0,
      Math.max(0, Math.floor(this.left / A_QUESTION)),
    );
    return some.length ? [this.#new(some, t("New questions for your exam."))] : [];
  }

  /**
   * @param {KnownItem[]} items
   * @param {string} why
   */
  #new(items, why) {
    this.left -= A_QUESTION * items.length;
    const ids = items.map(({ item }) => item);
    return task("new", ids, A_QUESTION * items.length, why);
  }

  /**
   * @param {string} module
   * @param {string[]} sections
   */
  #onPage(module, sections) {
    return questionsFirst(
      this.#fresh.filter(
        (one) =>
          one.module === module && (!sections.length || sections.includes(one.section ?? "")),
      ),
    );
  }

  /** @param {string} lab */
  #open(lab) {
    return this.#course.labs[lab].exercises.filter((id) => !this.#solved.has(id));
  }
}

/**
 * Cards give questions away, so they come on another day where there are questions.
 *
 * @param {KnownItem[]} items
 */
function questionsFirst(items) {
  const questions = items.filter(({ kind }) => kind !== "card");
  return questions.length ? questions : items;
}

/**
 * @param {TaskKind} kind
 * @param {string[]} items
 * @param {number} minutes
 * @param {string} why
 * @param {string} opens
 * @param {string} section
 * @returns {Task}
 */
function task(kind, items, minutes, why, opens = "", section = "") {
  return { kind, items, minutes: Math.round(10 * minutes) / 10, parts: [], opens, why, section };
}

function whyDue() {
  return t("They are due, because you would forget them if they waited longer.");
}

/** @param {string} sections */
function whyNext(sections) {
  return sections
    ? t("Next on the path of this exam: {sections}.", { sections })
    : t("Next on the path of this exam.");
}
