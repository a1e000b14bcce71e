// @ts-check
/**
 * Today's tasks by a simple rule, where no Python plans: what is due, then the exam's path.
 *
 * The path gives, in its order, pages with a few questions on each and a lab that opens here, as
 * far as the minutes go; then come other new questions of what was read. Nothing is forecast.
 *
 * @import { Memory } from "../../app/static/memory/memories.d.ts"
 * @import { Goal } from "../../planner/static/goal_row.js"
 * @import { KnownItem, PathStep } from "./course_files.d.ts"
 * @import { Task, TaskKind } from "./days.d.ts"
 * @import { Part } from "./path_walk.js"
 * @import { Standing } from "./standing.js"
 */

import { dayHere } from "../../app/static/dates.js";
import { recall } from "../../app/static/memory/memory.js";
import { t } from "../../app/static/words.js";
import { daysLeft } from "../../planner/static/goal_row.js";
import { fitting, isPagesFirst } from "./lab_ahead.js";
import { minutesForNew } from "./pace.js";
import { PathWalk, SHARE } from "./path_walk.js";

const A_REVIEW = 0.5; // minutes
const FEW = 5; // questions on a page that was just read,
const MORE = 3; // and where minutes are left so many more
const FEWEST = 3; // for which there is to be time
const LEAST = 5; // minutes; in fewer nothing more is worth opening

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
  const walk = new PathWalk(standing, goal.exam, goal.minutes);
  const over = daysLeft(goal.day, today) < 0;
  const steps = over ? [] : inTurn(walk.left, today).filter(({ lab }) => !lab || opens.has(lab));
  const question = minutesForNew(standing.answers);
  const kept = steps.length ? minutesFor(walk, steps[0], minutes * SHARE, question) : 0;
  const reviews = dueOn(own, memories, today)
    .sort((one, other) => known(one) - known(other))
    .slice(0, Math.max(1, Math.floor((minutes - kept) / A_REVIEW)));
  const tasks = reviews.length
    ? [task("review", reviews, A_REVIEW * reviews.length, whyDue())]
    : [];
  if (over) return tasks; // only what would be forgotten
  const left = minutes - A_REVIEW * reviews.length;
  const day = new Day(standing, walk, left, question);
  day.open(steps);
  day.rest(own.filter(({ item }) => !memories.has(item)));
  return [...tasks, ...day.tasks];
}

/**
 * What of a step is done in so many minutes at most, and the questions on a page.
 *
 * @param {PathWalk} walk
 * @param {PathStep} step
 * @param {number} most
 * @param {number} question
 */
function minutesFor(walk, step, most, question) {
  if (step.lab) return Math.min(most, step.minutes);
  const [part] = walk.partsLeft(step);
  return Math.min(most, part.minutes) + question * Math.min(FEW, walk.unseen(part).length);
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

/** The tasks along a path while minutes are left. */
class Day {
  /** @type {Task[]} */
  tasks = [];
  /** @type {{ task: Task, others: KnownItem[] }[]} */
  #read = []; // the questions on each page, and what else could be asked about it

  /**
   * @param {Standing} standing
   * @param {PathWalk} walk
   * @param {number} left minutes
   * @param {number} question minutes that a new item takes
   */
  constructor(standing, walk, left, question) {
    this.course = standing.course;
    this.walk = walk;
    this.left = left;
    this.question = question;
  }

  /** @param {PathStep[]} steps */
  open(steps) {
    const least = Math.min(LEAST, this.walk.minutes * SHARE);
    for (const { step, part } of this.#partsOf(steps)) {
      const begun = this.tasks.length > 0;
      const room = begun ? this.left - FEWEST * this.question : this.left;
      if (!part) {
        if (room >= LEAST) this.#lab(step, room);
        break;
      }
      if (room < (begun ? part.minutes : least)) break;
      this.#page(part, !begun);
    }
    for (const { task, others } of this.#read) this.#add(task, others.slice(0, MORE));
  }

  /**
   * All parts of a page, and a lab after its page.
   *
   * @param {PathStep[]} steps
   * @returns {{ step: PathStep, part: Part | null }[]}
   */
  #partsOf(steps) {
    return steps.flatMap((step) => {
      const parts = step.lab ? [null] : this.walk.partsLeft(step);
      return parts.map((part) => ({ step, part }));
    });
  }

  /**
   * A part that cannot be cut may take the whole of a short day; its questions come all the same.
   *
   * @param {Part} part
   * @param {boolean} first of the day
   */
  #page(part, first) {
    const { module, sections, minutes } = part;
    const on = questionsFirst(this.walk.unseen(part));
    const kept = first ? this.question * Math.min(FEW, on.length) : 0;
    this.left = Math.max(this.left - minutes, kept);
    const titles = this.course.sectionsOf(module);
    const named = sections
      .map((one) => titles[one])
      .reduce((list, next) => (list ? t("{list}, {next}", { list, next }) : next), "");
    this.tasks.push(readingOf(part, whyNext(named)));
    const questions = task("new", [], 0, t("On what you have just read."));
    this.#add(questions, on.slice(0, FEW));
    if (!questions.items.length) return;
    this.tasks.push(questions);
    this.#read.push({ task: questions, others: on.slice(FEW) });
  }

  /**
   * A lab with as many of its exercises as the minutes allow.
   *
   * @param {PathStep} step
   * @param {number} room
   */
  #lab({ lab, minutes }, room) {
    const time = Math.min(minutes, room);
    const some = fitting(this.walk.exercises(lab), time, minutes);
    this.left -= time;
    this.tasks.push(task("lab", some, time, whyNext(""), lab));
  }

  /**
   * What else is new and may be asked, in the minutes that are left.
   *
   * @param {KnownItem[]} fresh
   */
  rest(fresh) {
    const used = new Set(this.tasks.flatMap(({ items }) => items));
    const open = fresh.filter((one) => !used.has(one.item) && this.walk.opens(one));
    const rest = task("new", [], 0, t("New questions for your exam."));
    this.#add(rest, questionsFirst(open));
    const lab = this.tasks.findIndex(({ kind }) => kind === "lab");
    if (rest.items.length) this.tasks.splice(lab < 0 ? this.tasks.length : lab, 0, rest);
  }

  /**
   * As many of the items as the minutes take.
   *
   * @param {Task} task
   * @param {KnownItem[]} items
   */
  #add(task, items) {
    const some = items.slice(0, Math.max(0, Math.floor(this.left / this.question + 1e-9)));
    this.left -= this.question * some.length;
    task.items.push(...some.map(({ item }) => item));
    task.minutes = Math.round(10 * this.question * task.items.length) / 10;
  }
}

/**
 * The steps in order. Every other day a lab lets the pages go first, so that an exercise that stays
 * open does not hold up the reading.
 *
 * @param {PathStep[]} steps
 * @param {string} today
 */
function inTurn(steps, today) {
  if (!isPagesFirst(today)) return steps;
  return [...steps.filter(({ lab }) => !lab), ...steps.filter(({ lab }) => lab)];
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
  minutes = Math.round(10 * minutes) / 10;
  return { kind, items, minutes, parts: [], opens, why, section, sections: [] };
}

/**
 * @param {Part} part
 * @param {string} why
 * @returns {Task}
 */
function readingOf({ module, sections, minutes, within }, why) {
  return { ...task("page", [], minutes, why, module, sections[0] ?? ""), sections: within };
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
