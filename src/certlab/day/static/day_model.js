// @ts-check
/**
 * The start page on our own pages: somebody plans, and the page asks the questions.
 *
 * DayModel is a model as start.js describes it. Who plans is workspace.js, on a machine with
 * Python, or browser_model.js without it.
 *
 * @import { Bank } from "../../app/static/question/items.d.ts"
 * @import { Store } from "../../app/static/store/store.js"
 * @import { DayMessage, ShownTask } from "./days.d.ts"
 */

import { dayHere } from "../../app/static/dates.js";
import { PageModel } from "../../app/static/simulator/page_model.js";
import { t } from "../../app/static/words.js";

const NOTHING = {
  phase: "reading",
  exams: [],
  goal: {},
  tasks: [],
  tomorrow: {},
  ahead: {},
  outlook: null,
  path: null,
  objectives: [],
  reasons: [],
  notes: [],
  title: "",
};

export class DayModel extends PageModel {
  #banks;
  #asked = 0; // how many plans were asked for: only the last one is shown

  /**
   * `banks(items)` gives the banks of some items, when they are asked; `fixed` has pages, surface and kinds.
   *
   * @param {Store} store
   * @param {(items: string[]) => Promise<Bank[]>} banks
   * @param {object} fixed
   */
  constructor(store, banks, fixed) {
    super({ ...NOTHING, today: dayHere(Date.now()), ...fixed });
    this.#banks = banks;
    this.rows = { store, bring: () => this.#home() };
    store.follow(() => {
      if (this.get("phase") === "today") this.look();
    });
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
    if (type === "change") this.#leave({ phase: "goal" });
    if (type === "home") this.#home();
    if (type === "task") this.#drill(this.get("tasks")[message.place]);
  }

  /**
   * Plan, and show it unless something else was asked for meanwhile.
   *
   * @param {DayMessage} [message] as in plan
   */
  async look(message) {
    this.#asked += 1;
    const mine = this.#asked;
    try {
      const planned = await this.plan(message);
      if (mine === this.#asked) this.take(planned);
    } catch (error) {
      this.#refuse(error.message);
    }
  }

  /** Back to the list as it was, until it is planned again. */
  #home() {
    if (this.get("goal").exam) this.take({ phase: "today" });
    this.look();
  }

  /**
   * Away from the list: a plan that is still on its way is not to bring it back.
   *
   * @param {object} values
   */
  #leave(values) {
    this.#asked += 1;
    this.take(values);
  }

  /** @param {ShownTask} task */
  async #drill({ items }) {
    try {
      const banks = await this.#banks(items);
      const { exam } = this.get("goal");
      this.#leave({ banks, items, exam, count: items.length, phase: "drill" });
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
