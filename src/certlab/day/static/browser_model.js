// @ts-check
/**
 * The start page without Python: the list by a simple rule, kept in the browser's store.
 *
 * @import { Memory } from "../../app/static/memory/memories.d.ts"
 * @import { Bank } from "../../app/static/question/items.d.ts"
 * @import { Row } from "../../app/static/store/rows.d.ts"
 * @import { Store } from "../../app/static/store/store.js"
 * @import { Goal } from "../../planner/static/goal_row.js"
 * @import { CourseIndex } from "./course_index.js"
 * @import { Ahead, DayMessage, ListedTask, ShownTask, Task } from "./days.d.ts"
 */

import { dayHere } from "../../app/static/dates.js";
import { ranked } from "../../app/static/memory/choose.js";
import { turns } from "../../app/static/memory/order.js";
import { stamp } from "../../app/static/store/answers.js";
import { t } from "../../app/static/words.js";
import { daysLeft, goalOf, goalRow } from "../../planner/static/goal_row.js";
import { dailyList, listRow, rowsThatHold, wasMadeAnew } from "./daily_list.js";
import { DayModel } from "./day_model.js";
import { labsAhead, labTitle } from "./lab_ahead.js";
import { labProgress } from "./lab_progress.js";
import { labPath } from "./links.js";
import { alone } from "./one_tab.js";
import { PathWalk } from "./path_walk.js";
import { simpleTasks } from "./simple_rule.js";
import { Standing } from "./standing.js";
import { stepsDone, wayOf, wayTo } from "./stations.js";

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
    super(
      store,
      (items) => load(course.modulesOf(items)),
      fixed,
      async (rows, exam) => wayOf(course, rows, exam, opens),
    );
    this.#store = store;
    this.#course = course;
    this.#load = load;
    this.#opens = opens;
    this.#full = full;
  }

  begin() {
    return this.look();
  }

  /**
   * One tab after the other, so that two of them make one list.
   *
   * @param {DayMessage} [message]
   */
  plan(message) {
    return alone(() => this.#plan(message));
  }

  /** @param {DayMessage} [message] */
  async #plan(message) {
    const now = Date.now();
    const today = dayHere(now);
    if (message) await this.#heed(message, now, today);
    const standing = await this.#standing();
    const goal = this.#goal(standing.rows);
    const exams = this.#course.exams;
    if (!goal) return { phase: "goal", goal: {}, tasks: [], exams, today };
    const held = await this.#opened(standing, goal, now, today);
    return { ...this.#state(held, goal, now, today), phase: "today", exams, today };
  }

  /**
   * @param {DayMessage} message
   * @param {number} now
   * @param {string} today
   */
  async #heed({ type, ...entered }, now, today) {
    const standing = await this.#standing();
    const { rows } = standing;
    if (type === "more") {
      const goal = this.#goal(rows);
      if (goal) await this.#extend(standing, goal, now, today); // another tab may have taken it away
    } else {
      const told = type === "goal" ? /** @type {Goal} */ (entered) : null;
      await this.#store.add(goalRow(told, rows, today, this.get("surface")));
    }
  }

  async #standing() {
    return new Standing(this.#course, await this.#store.rows());
  }

  /** @param {Row[]} rows */
  #goal(rows) {
    const goal = goalOf(rows);
    return goal && this.#course.exam(goal.exam) ? goal : null;
  }

  /**
   * The same with a list of today among its rows; where it cannot be recorded it holds for now.
   *
   * @param {Standing} standing
   * @param {Goal} goal
   * @param {number} now
   * @param {string} today
   * @returns {Promise<Standing>}
   */
  async #opened(standing, goal, now, today) {
    if (rowsThatHold(standing, goal, today).length) return standing;
    const row = await this.#row(standing, goal, now, today, goal.minutes);
    if (!row) return standing;
    const here = /** @type {Row} */ ({ ...row, at: stamp(), ulid: "" });
    const held = await this.#store.add(row).catch(() => here); // the first answer will say why
    return new Standing(this.#course, [...standing.rows, held]);
  }

  /**
   * Add some minutes' work to a list that is done.
   *
   * @param {Standing} standing
   * @param {Goal} goal
   * @param {number} now
   * @param {string} today
   */
  async #extend(standing, goal, now, today) {
    const holding = rowsThatHold(standing, goal, today);
    const tasks = dailyList(standing, holding) ?? [];
    if (tasks.some(({ done, count }) => done < count)) return; // asked for twice
    const minutes = Math.min(MORE_MINUTES, goal.minutes);
    const row = await this.#row(standing, goal, now, today, minutes, holding[0]?.row.ulid);
    if (!row) throw new Error(t("There is nothing more to do for this exam today."));
    await this.#store.add(row);
  }

  /**
   * @param {Standing} standing
   * @param {Goal} goal
   * @param {number} now
   * @param {string} today
   * @param {number} minutes
   * @param {string | null} added
   */
  async #row(standing, goal, now, today, minutes, added = null) {
    const tasks = simpleTasks(standing, goal, now, minutes, this.#opens);
    if (!tasks.length) return null;
    const ordered = await this.#apart(tasks, standing.memories, now);
    return listRow(goal, today, ordered, [], this.get("surface"), added);
  }

  /**
   * The tasks, their items in an order that keeps siblings apart, without what waits a day.
   *
   * @param {Task[]} tasks
   * @param {Map<string, Memory>} memories
   * @param {number} now
   */
  async #apart(tasks, memories, now) {
    const asked = tasks.filter(({ kind }) => kind === "review" || kind === "new");
    const modules = this.#course.modulesOf(asked.flatMap(({ items }) => items));
    const known = (await this.#load(modules)).flatMap((bank) =>
      bank.items.map((entry) => ({ ...entry, module: bank.module })),
    );
    const ranks = asked.map(({ items }) =>
      ranked(
        known.filter(({ item }) => items.includes(item)),
        memories,
        now,
        known,
      ),
    );
    const order = turns(ranks, known, memories, now);
    const waits = new Set(order.waiting.map(({ item }) => item));
    const places = [...order.asked, ...order.waiting].map(({ item }) => item);
    return tasks
      .map((task) => {
        if (!asked.includes(task)) return task;
        const own = places.filter((item) => task.items.includes(item));
        const items = task.kind === "new" ? own.filter((item) => !waits.has(item)) : own;
        const minutes = (task.minutes * items.length) / Math.max(1, task.items.length);
        return { ...task, items, minutes: Math.round(10 * minutes) / 10 };
      })
      .filter((task) => task.kind !== "new" || task.items.length);
  }

  /**
   * @param {Standing} standing
   * @param {Goal} goal
   * @param {number} now
   * @param {string} today
   */
  #state(standing, goal, now, today) {
    const { course } = standing;
    const holding = rowsThatHold(standing, goal, today);
    const tasks = dailyList(standing, holding) ?? [];
    const { code = "", name = "", unwritten = 0 } = course.exam(goal.exam) ?? {};
    const done = tasks.every((task) => task.done === task.count);
    return {
      goal: { ...goal, code, name, left: daysLeft(goal.day, today) },
      notes: wasMadeAnew(standing, goal, today) ? [madeAnew()] : [],
      tasks: tasks.map((task) => this.#shown(task, standing.solved)),
      counts: standing.counts(goal.exam, now),
      tomorrow: done && goal.day > today ? this.#tomorrow(standing, goal, now) : {},
      ahead: goal.day > today ? this.#ahead(standing, goal, today, tasks) : [],
      path: { ...stepsDone(wayTo(standing, goal.exam, null)), unwritten, full: this.#full },
      reasons: course.itemsOf(goal.exam).length
        ? (holding[0]?.says ?? [])
        : [t("The course has no questions for this exam yet.")],
    };
  }

  /**
   * @param {Standing} standing
   * @param {Goal} goal
   * @param {number} now
   */
  #tomorrow(standing, goal, now) {
    const tasks = simpleTasks(standing, goal, now + A_DAY, goal.minutes, this.#opens);
    return { minutes: tasks.reduce((sum, { minutes }) => sum + minutes, 0) };
  }

  /**
   * The labs that come after today's list within a week, none after the exam.
   *
   * @param {Standing} standing
   * @param {Goal} goal
   * @param {string} today
   * @param {ListedTask[]} tasks
   * @returns {Ahead[]}
   */
  #ahead(standing, goal, today, tasks) {
    const walk = new PathWalk(standing, goal.exam, goal.minutes);
    const listed = tasks.flatMap(({ kind, items }) => (kind === "lab" ? items : []));
    const read = tasks
      .filter(({ kind, state }) => state === "left" && (kind === "page" || kind === "new"))
      .reduce((sum, { minutes }) => sum + minutes, 0);
    const found = labsAhead(walk, today, listed, read, this.#opens);
    const left = found.filter(({ days }) => days < daysLeft(goal.day, today));
    return left.map(({ lab, exercises, minutes, days }) => {
      const known = this.#course.labs[lab];
      const solved = labProgress(known.exercises, standing.solved);
      return { title: labTitle(known, exercises), path: labPath(lab, null), minutes, days, solved };
    });
  }

  /**
   * A task as today.js draws it.
   *
   * @param {ListedTask} task
   * @param {Set<string>} solved
   * @returns {ShownTask}
   */
  #shown(task, solved) {
    const course = this.#course;
    const { kind, opens, section, items } = task;
    if (kind === "page") {
      const path = `modules/${course.pageOf(opens, section)}.html${course.markOf(opens, section)}`;
      return { ...task, title: course.modules[opens].title, path };
    }
    if (kind === "lab") {
      const lab = course.labs[opens];
      return {
        ...task,
        title: labTitle(lab, items),
        path: labPath(opens, null),
        solved: labProgress(lab.exercises, solved),
      };
    }
    return { ...task, title: "", path: "", parts: course.parts(items) };
  }
}

function madeAnew() {
  return t(
    "Another version of certlab made today's list, and this one made it anew. All that you answered counts.",
  );
}
