// @ts-check
/**
 * Today's list: the row of the history that holds it, and what of it is done.
 *
 * The twin of certlab.day.list_row and daily_list, which say why: a list that was made here
 * holds in JupyterLab too, and the other way round. A test compares the two on random histories.
 *
 * @import { NewRow, Row } from "../../app/static/store/rows.d.ts"
 * @import { Goal } from "../../planner/static/goal_row.js"
 * @import { CourseIndex } from "./course_index.js"
 * @import { Holding, ListedTask, ListRow, Task } from "./days.d.ts"
 * @import { Standing } from "./standing.js"
 */

import { timeOf } from "../../app/static/memory/memory.js";
import { say } from "../../app/static/words.js";

const STEP = "today";
const MORE = "more"; // outcomes: the list of a day, and what was added to it

/**
 * The row of tasks, { kind, items, minutes, parts, opens, why, section }; `added` to the row of that ulid.
 *
 * @param {Goal} goal
 * @param {string} day
 * @param {Task[]} tasks
 * @param {string[]} says
 * @param {string} surface
 * @param {string | null} added
 * @returns {NewRow}
 */
export function listRow(goal, day, tasks, says, surface, added = null) {
  return {
    outcome: added ? MORE : STEP,
    response: added,
    mode: "plan",
    surface,
    ...heldFor(goal, day),
    tasks,
    says,
    expected: null, // no score was forecast
  };
}

/**
 * The rows of the list of a day, [{ row, tasks, says }]; [] before there is one.
 *
 * @param {Standing} standing
 * @param {Goal} goal
 * @param {string} day
 * @returns {Holding[]}
 */
export function rowsThatHold({ course, rows }, goal, day) {
  const known = rowsFor(rows, goal, day)
    .map((row) => read(course, /** @type {ListRow} */ (row)))
    .filter((one) => one !== null);
  const first = known.find(({ row }) => row.outcome === STEP);
  return first ? [first, ...known.filter(({ row }) => row.response === first.row.ulid)] : [];
}

/**
 * Whether the list of a day is the second one, for the first was of another version.
 *
 * @param {Standing} standing
 * @param {Goal} goal
 * @param {string} day
 */
export function wasMadeAnew({ course, rows }, goal, day) {
  const [first] = rowsFor(rows, goal, day);
  return first !== undefined && read(course, /** @type {ListRow} */ (first)) === null;
}

/**
 * @param {Row[]} rows
 * @param {Goal} goal
 * @param {string} day
 */
function rowsFor(rows, goal, day) {
  const wanted = Object.entries(heldFor(goal, day));
  return rows
    .filter(({ outcome }) => outcome === STEP || outcome === MORE)
    .filter((row) => wanted.every(([name, value]) => row[name] === value));
}

/**
 * @param {Goal} goal
 * @param {string} today
 */
function heldFor({ exam, day, minutes }, today) {
  return { exam, exam_day: day, minutes, day: today };
}

/**
 * What a row says, as far as the course has it; null of one of another version.
 *
 * @param {CourseIndex} course
 * @param {ListRow} row
 * @returns {Holding | null}
 */
function read(course, row) {
  try {
    const tasks = row.tasks.map((task) => ({
      ...task,
      items: task.items.filter((id) =>
        task.kind === "lab" ? course.exercises.has(id) : course.items.has(id),
      ),
      why: say(task.why),
      sections: textsOf(task.sections ?? []),
    }));
    const there = tasks.filter((task) => isThere(course, task));
    return { row, tasks: there, says: row.says.map(say) };
  } catch {
    return null;
  }
}

/** @param {unknown[]} given */
function textsOf(given) {
  if (given.some((one) => typeof one !== "string")) throw new TypeError("no section");
  return /** @type {string[]} */ (given);
}

/**
 * @param {CourseIndex} course
 * @param {Task} task
 */
function isThere(course, { kind, items, opens, section }) {
  if (kind === "page")
    return opens in course.modules && (section === "" || section in course.sectionsOf(opens));
  return items.length > 0 && (kind !== "lab" || opens in course.labs);
}

/**
 * How far each task is, [{ kind, count, done, state, minutes, planned, items, opens, section, why }], with
 * the items and minutes that are left, and the minutes of all of it; null before a list was made. `holding` is what rowsThatHold found.
 *
 * @param {Standing} standing
 * @param {Holding[]} holding
 * @returns {ListedTask[] | null}
 */
export function dailyList(standing, holding) {
  if (!holding.length) return null;
  const { course, answers, pages: marked, solved } = standing;
  const times = new Map(answers.map(({ item, at }) => [item, timeOf(at)])); // the last
  const reviews = holding.flatMap(({ tasks }) =>
    tasks.filter(({ kind }) => kind === "review").flatMap(({ items }) => items),
  );
  const firsts = new Map([...answers].reverse().map(({ item, at }) => [item, timeOf(at)]));
  /** @type {Set<string>} */
  const listed = new Set();
  /** @type {ListedTask[]} */
  const tasks = [];
  for (const { row, tasks: own } of holding) {
    const since = timeOf(row.at);
    const asked = new Set([...times].filter(([, at]) => at >= since).map(([id]) => id));
    const begun = standing.drilled(); // what is due begins no page
    for (const id of reviews) if ((firsts.get(id) ?? 0) >= since) begun.delete(id);
    for (const task of own) {
      const items = task.items.filter((id) => !listed.has(id));
      for (const id of items) listed.add(id);
      if (task.kind === "page") {
        const { opens, section, sections = [] } = task;
        const about = !sections.length && section ? [section] : sections;
        const known = course.askedEnough(row.exam, begun, opens, sections);
        tasks.push(ofPage(task, course.isRead(opens, marked, about), known));
      } else if (items.length) {
        tasks.push(ofItems(task, items, task.kind === "lab" ? solved : asked));
      }
    }
  }
  return tasks;
}

/**
 * A page is done only by reading it; one that was asked about enough is skipped.
 *
 * @param {Task} task
 * @param {boolean} read
 * @param {boolean} known
 * @returns {ListedTask}
 */
function ofPage(task, read, known) {
  const planned = task.minutes;
  if (!(read || known)) return { ...task, count: 1, done: 0, state: "left", planned };
  return { ...task, count: 1, done: 1, state: read ? "done" : "skipped", minutes: 0, planned };
}

/**
 * @param {Task} task
 * @param {string[]} items
 * @param {Set<string>} done
 * @returns {ListedTask}
 */
function ofItems(task, items, done) {
  const left = items.filter((id) => !done.has(id));
  const each = task.minutes / task.items.length;
  const count = items.length;
  const state = left.length ? "left" : "done";
  return {
    ...task,
    items: left,
    minutes: each * left.length,
    planned: each * count,
    count,
    done: count - left.length,
    state,
  };
}
