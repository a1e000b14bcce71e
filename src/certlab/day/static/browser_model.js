// @ts-check
/**
 * The start page without Python: the list by a simple rule, kept in the browser's store.
 *
 * @import { Bank } from "../../app/static/question/items.d.ts"
 * @import { Row } from "../../app/static/store/rows.d.ts"
 * @import { Store } from "../../app/static/store/store.js"
 * @import { Goal } from "../../planner/static/goal_row.js"
 * @import { CourseIndex } from "./course_index.js"
 * @import { DayMessage, ListedTask, ShownTask, Task } from "./days.d.ts"
 */

import { dayHere } from "../../app/static/dates.js";
import { ranked } from "../../app/static/memory/choose.js";
import { fold } from "../../app/static/memory/memory.js";
import { countedRows, stamp } from "../../app/static/store/answers.js";
import { t } from "../../app/static/words.js";
import { daysLeft, goalOf, goalRow } from "../../planner/static/goal_row.js";
import { dailyList, listRow, rowsThatHold } from "./daily_list.js";
import { DayModel } from "./day_model.js";
import { pathDone, simpleTasks } from "./simple_rule.js";

const A_DAY = 86_400_000; // milliseconds
const MORE_MINUTES = 15; // that "More" adds, or a day's where those are fewer

export class BrowserModel extends DayModel {
  #store;
  #course;
  #load;
  #opens;
  #full;

  /**
   * `course` is a CourseIndex, `load(modules)` gives the banks of some. `opens` is the Set of labs
   * that open in the browser, `full` where Python plans there, "" where it cannot.
   *
   * @param {Store} store
   * @param {CourseIndex} course
   * @param {{ load: (modules: string[]) => Promise<Bank[]>, opens: Set<string>, full: string }} more
   * @param {object} fixed
   */
  constructor(store, course, { load, opens, full }, fixed) {
    super(store, (items) => load(course.modulesOf(items)), fixed);
    this.#store = store;
    this.#course = course;
    this.#load = load;
    this.#opens = opens;
    this.#full = full;
  }

  begin() {
    return this.look();
  }

  /** @param {DayMessage} [message] */
  async plan(message) {
    const now = Date.now();
    const today = dayHere(now);
    if (message) await this.#heed(message, now, today);
    const rows = await this.#store.rows();
    const goal = this.#goal(rows);
    const exams = this.#course.exams;
    if (!goal) return { phase: "goal", goal: {}, tasks: [], exams, today };
    const held = await this.#opened(rows, goal, now, today);
    return { ...this.#state(held, goal, now, today), phase: "today", exams, today };
  }

  /**
   * @param {DayMessage} message
   * @param {number} now
   * @param {string} today
   */
  async #heed({ type, ...entered }, now, today) {
    const rows = await this.#store.rows();
    if (type === "more") {
      const goal = this.#goal(rows);
      if (goal) await this.#extend(rows, goal, now, today); // another tab may have taken it away
    } else {
      const told = type === "goal" ? /** @type {Goal} */ (entered) : null;
      await this.#store.add(goalRow(told, rows, today, this.get("surface")));
    }
  }

  /** @param {Row[]} rows */
  #goal(rows) {
    const goal = goalOf(rows);
    return goal && this.#course.exam(goal.exam) ? goal : null;
  }

  /**
   * The rows with a list of today among them; where it cannot be recorded it holds for now.
   *
   * @param {Row[]} rows
   * @param {Goal} goal
   * @param {number} now
   * @param {string} today
   * @returns {Promise<Row[]>}
   */
  async #opened(rows, goal, now, today) {
    if (rowsThatHold(this.#course, rows, goal, today).length) return rows;
    const row = await this.#row(rows, goal, now, today, goal.minutes);
    if (!row) return rows;
    try {
      return [...rows, await this.#store.add(row)];
    } catch {
      const held = /** @type {Row} */ ({ ...row, at: stamp(), ulid: "" });
      return [...rows, held]; // the first answer will say why
    }
  }

  /**
   * Add some minutes' work to a list that is done.
   *
   * @param {Row[]} rows
   * @param {Goal} goal
   * @param {number} now
   * @param {string} today
   */
  async #extend(rows, goal, now, today) {
    const holding = rowsThatHold(this.#course, rows, goal, today);
    const tasks = dailyList(this.#course, rows, holding) ?? [];
    if (tasks.some(({ done, count }) => done < count)) return; // asked for twice
    const minutes = Math.min(MORE_MINUTES, goal.minutes);
    const row = await this.#row(rows, goal, now, today, minutes, holding[0]?.row.ulid);
    if (!row) throw new Error(t("There is nothing more to do for this exam today."));
    await this.#store.add(row);
  }

  /**
   * @param {Row[]} rows
   * @param {Goal} goal
   * @param {number} now
   * @param {string} today
   * @param {number} minutes
   * @param {string | null} added
   */
  async #row(rows, goal, now, today, minutes, added = null) {
    const tasks = simpleTasks(this.#course, rows, goal, now, minutes, this.#opens);
    if (!tasks.length) return null;
    const ordered = await this.#apart(tasks, rows, now);
    return listRow(goal, today, ordered, [], this.get("surface"), added);
  }

  /**
   * The tasks, the items of each in an order that keeps siblings apart.
   *
   * @param {Task[]} tasks
   * @param {Row[]} rows
   * @param {number} now
   */
  async #apart(tasks, rows, now) {
    const asked = tasks.filter(({ kind }) => kind === "review" || kind === "new");
    const modules = this.#course.modulesOf(asked.flatMap(({ items }) => items));
    const known = (await this.#load(modules)).flatMap((bank) =>
      bank.items.map((entry) => ({ ...entry, module: bank.module })),
    );
    const memories = fold(countedRows(rows), this.#course.resets);
    return tasks.map((task) => {
      if (!asked.includes(task)) return task;
      const entries = known.filter(({ item }) => task.items.includes(item));
      return { ...task, items: ranked(entries, memories, now, known).map(({ item }) => item) };
    });
  }

  /**
   * @param {Row[]} rows
   * @param {Goal} goal
   * @param {number} now
   * @param {string} today
   */
  #state(rows, goal, now, today) {
    const course = this.#course;
    const holding = rowsThatHold(course, rows, goal, today);
    const tasks = dailyList(course, rows, holding) ?? [];
    const { code = "", name = "", unwritten = 0 } = course.exam(goal.exam) ?? {};
    const done = tasks.every((task) => task.done === task.count);
    return {
      goal: { ...goal, code, name, left: daysLeft(goal.day, today) },
      tasks: tasks.map((task) => this.#shown(task)),
      tomorrow: done && goal.day > today ? this.#tomorrow(rows, goal, now) : {},
      path: { ...pathDone(course, rows, goal.exam), unwritten, full: this.#full },
      reasons: course.itemsOf(goal.exam).length
        ? (holding[0]?.says ?? [])
        : [t("The course has no questions for this exam yet.")],
    };
  }

  /**
   * @param {Row[]} rows
   * @param {Goal} goal
   * @param {number} now
   */
  #tomorrow(rows, goal, now) {
    const tasks = simpleTasks(this.#course, rows, goal, now + A_DAY, goal.minutes, this.#opens);
    const reviews = tasks.find(({ kind }) => kind === "review")?.items.length ?? 0;
    return { reviews, minutes: tasks.reduce((sum, { minutes }) => sum + minutes, 0) };
  }

  /**
   * A task as today.js draws it.
   *
   * @param {ListedTask} task
   * @returns {ShownTask}
   */
  #shown(task) {
    const course = this.#course;
    const { kind, opens, section, items } = task;
    if (kind === "page") {
      const path = `modules/${course.pageOf(opens, section)}.html${course.markOf(opens, section)}`;
      return { ...task, title: course.modules[opens].title, path };
    }
    if (kind === "lab") {
      const path = `lite/lab/index.html?path=labs/${opens}.ipynb`;
      return { ...task, title: course.labs[opens].title, path };
    }
    return { ...task, title: "", path: "", parts: course.parts(items) };
  }
}
