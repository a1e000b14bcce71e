// @ts-check
/**
 * The start page on our own pages: somebody plans, and the page asks the questions.
 *
 * DayModel is a model as start.js describes it. Who plans is workspace.js, on a machine with
 * Python, or browser_model.js without it.
 *
 * @import { Bank } from "../../app/static/question/items.d.ts"
 * @import { Store } from "../../app/static/store/store.js"
 * @import { Row } from "../../app/static/store/rows.d.ts"
 * @import { Asked, DayMessage, ShownTask, Way } from "./days.d.ts"
 * @typedef {(rows: Row[], exam: string) => Promise<Way | null>} WayFrom
 */

import { dayHere } from "../../app/static/dates.js";
import { daysAnswered } from "../../app/static/deck/session_end.js";
import { PageModel } from "../../app/static/simulator/page_model.js";
import { t } from "../../app/static/words.js";
import { goalOf } from "../../planner/static/goal_row.js";
import { asksQuestions, isLeft, leadOf } from "./lead.js";
import { mocksOf } from "./mocks.js";

const NOTHING = {
  phase: "reading",
  exams: [],
  goal: {},
  tasks: [],
  asked: null, // what the card of the day asks
  unplanned: false, // whether this is only what needs no plan
  week: [],
  mocks: [],
  counts: null, // as memory/counts.js makes them, with the exam's code in `of`
  tomorrow: {},
  ahead: [],
  outlook: null,
  path: null,
  way: null, // to the exam, as stations.js makes it
  objectives: [],
  reasons: [],
  notes: [],
  title: "",
};

const AHEAD = 5; // siblings stand that far apart, and so they do when one of these comes first

/**
 * The items with a choice of one first, where one of the first few is it: two keys answer it.
 *
 * @param {string[]} items
 * @param {Bank[]} banks
 */
function easilyBegun(items, banks) {
  const known = banks.flatMap((bank) => bank.items);
  const isChoice = (/** @type {string} */ id) =>
    known.some(({ item, kind }) => item === id && kind === "single");
  const first = items.slice(0, AHEAD).find(isChoice);
  return first ? [first, ...items.filter((id) => id !== first)] : items;
}

/**
 * The tasks, where new questions that follow a page are known to be on it.
 *
 * @param {ShownTask[]} tasks
 */
function withReading(tasks) {
  const isReading = (/** @type {ShownTask} */ { kind }, /** @type {number} */ place) =>
    kind === "new" && tasks[place - 1]?.kind === "page";
  return tasks.map((task, place) => ({ ...task, reading: isReading(task, place) }));
}

export class DayModel extends PageModel {
  #banks;
  #store;
  #wayFrom;
  #plans = 0; // how many plans were asked for: only the last one is shown
  #heeding = 0; // messages that a plan is on its way for
  #turned = ""; // the note of a day that began while the page was open

  /**
   * `banks(items)` gives the banks of some items, when they are asked; `fixed` has pages, surface and kinds.
   * `wayFrom(rows, exam)` makes the way to an exam, where the course is known.
   *
   * @param {Store} store
   * @param {(items: string[]) => Promise<Bank[]>} banks
   * @param {object} fixed
   * @param {WayFrom | null} wayFrom
   */
  constructor(store, banks, fixed, wayFrom = null) {
    super({ ...NOTHING, today: dayHere(Date.now()), ...fixed });
    this.#banks = banks;
    this.#store = store;
    this.#wayFrom = wayFrom;
    this.rows = { store, bring: () => this.#home() };
    store.follow(async () => {
      if (this.get("phase") === "today" || (await this.#isSetElsewhere())) this.look();
    });
  }

  /** Whether another window has set a goal, where this one met none and sets none itself. */
  async #isSetElsewhere() {
    const hasNone = () =>
      this.get("phase") === "goal" && !this.get("goal").exam && this.#heeding === 0;
    if (!hasNone()) return false;
    /** @type {Row[]} */
    const rows = await this.#store.rows().catch(() => []); // the next change asks again
    return hasNone() && goalOf(rows) !== null;
  }

  /**
   * What the page shows once `message`, if there is one, was heeded.
   *
   * @param {DayMessage} [_message] { type: "goal", exam, day, minutes }, { type: "remove" } or { type: "more" }
   * @returns {Promise<any>}
   */
  async plan(_message) {
    return {};
  }

  /** @param {DayMessage} message */
  send(message) {
    const { type } = message;
    if (type === "goal" || type === "more" || type === "remove") this.look(message);
    if (type === "look") this.look();
    if (type === "change") this.#leave({ phase: "goal", asked: null });
    if (type === "home") this.#home();
    if (type === "task") this.#ask(this.get("tasks")[message.place], true);
  }

  /**
   * Plan, and show it unless something else was asked for meanwhile.
   *
   * @param {DayMessage} [message] as in plan
   */
  async look(message) {
    this.#plans += 1;
    const mine = this.#plans;
    if (message) this.#heeding += 1;
    try {
      const planned = await this.plan(message);
      if (mine === this.#plans) await this.show(planned);
    } catch (error) {
      this.#refuse(error.message);
    } finally {
      if (message) this.#heeding -= 1;
    }
  }

  /**
   * Show a day, and have its first question asked.
   *
   * @param {any} planned what `plan` gives
   */
  async show(planned) {
    const mine = this.#plans;
    const { today, notes = [] } = planned;
    if (this.get("phase") === "today" && today > this.get("today"))
      this.#turned = t("A new day has begun, and this is its list. All that you answered is kept.");
    const recent = await this.#recent(planned.goal?.exam);
    const tasks = withReading(planned.tasks ?? []);
    const before = this.get("asked");
    const isFirst = before && this.get("unplanned") && !planned.unplanned;
    const after = isFirst ? await this.#planned(before, tasks) : before;
    if (mine !== this.#plans) return;
    const now = this.get("asked") === before ? after : this.get("asked");
    const asked = now?.exam === planned.goal?.exam ? now : null;
    const said = [...notes, this.#turned].filter(Boolean);
    this.take({ unplanned: false, ...planned, ...recent, tasks, asked, notes: said });
    await this.#begin();
  }

  /**
   * What the store says of the last days, and of the exam's mocks.
   *
   * @param {string | undefined} exam
   */
  async #recent(exam) {
    if (!exam) return {};
    try {
      const [answers, rows] = [await this.#store.all(), await this.#store.rows()];
      const way = (await this.#wayFrom?.(rows, exam)) ?? null;
      return { week: daysAnswered(answers, Date.now()), mocks: mocksOf(rows, exam), way };
    } catch {
      return {}; // the list says itself what cannot be read
    }
  }

  /**
   * What is asked once a plan is there: the question that is shown, and then the plan's own.
   *
   * @param {Asked} before
   * @param {ShownTask[]} tasks
   * @returns {Promise<Asked>}
   */
  async #planned(before, tasks) {
    const [shown] = before.items;
    const own = tasks.find((one) => one.kind === before.task.kind && isLeft(one));
    const items = [shown, ...(own?.items ?? []).filter((id) => id !== shown)];
    const minutes = before.task.minutes / before.items.length;
    const task = own ?? { ...before.task, items, minutes, done: 0, count: 1 };
    const banks = await this.#banks(items).catch(() => before.banks);
    return { ...before, task, items, banks, count: items.length, before };
  }

  /** The day begins with its first question, and nobody need press for it. */
  async #begin() {
    if (this.get("phase") !== "today" || this.get("asked")) return;
    /** @type {ShownTask[]} */
    const tasks = this.get("tasks");
    const task = tasks[leadOf(tasks)];
    if (task && asksQuestions(task)) await this.#ask(task, false);
  }

  /** Back to the list as it was, until it is planned again. */
  #home() {
    if (this.get("goal").exam) this.take({ phase: "today", asked: null });
    this.look();
  }

  /**
   * Away from the list: a plan that is still on its way is not to bring it back.
   *
   * @param {object} values
   */
  #leave(values) {
    this.#plans += 1;
    this.take(values);
  }

  /**
   * @param {ShownTask} task
   * @param {boolean} pressed whether the learner wants these
   */
  async #ask(task, pressed) {
    const { items } = task;
    const before = this.get("asked");
    try {
      const banks = await this.#banks(items);
      const { exam } = this.get("goal");
      if (this.get("phase") !== "today" || this.get("asked") !== before) return;
      const order = pressed ? items : easilyBegun(items, banks);
      this.take({ asked: { task, items: order, banks, exam, count: items.length, pressed } });
    } catch {
      this.#refuse(t("The questions could not be loaded; reload the page to try again."));
    }
  }

  /** @param {string} say */
  #refuse(say) {
    if (this.get("phase") === "reading") this.take({ phase: "goal" });
    this.tell("msg:custom", { type: "refused", say });
  }
}
