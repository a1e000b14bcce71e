// @ts-check
/**
 * The start page where certlab study serves it: the server plans, the page asks the questions.
 *
 * WorkspaceModel is a model as start.js describes it. What the server plans is
 * certlab.app.server.plan_api.
 */

import { PageModel } from "../simulator/page_model.js";
import { askServer } from "../store/server.js";
import { t } from "../words.js";

const NOTHING = {
  phase: "reading",
  exams: [],
  goal: {},
  tasks: [],
  tomorrow: {},
  outlook: {},
  objectives: [],
  reasons: [],
  notes: [],
  title: "",
  today: "",
};

export class WorkspaceModel extends PageModel {
  #address;
  #banks;
  #asked = 0; // how many plans were asked for: only the last one is shown

  /**
   * `address` is that of the API; `banks` gives all questions, when the first are asked.
   * `fixed` has pages, surface and kinds.
   */
  constructor(address, store, banks, fixed) {
    super({ ...NOTHING, ...fixed });
    this.#address = new URL("today", address);
    this.#banks = banks;
    this.rows = { store, bring: () => this.#home(), leave: () => {} };
    store.follow(() => {
      if (this.get("phase") === "today") this.#look();
    });
  }

  /** Show the last plan of the day at once, and then the one for what was answered since. */
  async begin() {
    const known = new URL(this.#address);
    known.searchParams.set("known", "");
    const found = await this.#ask(known).catch(() => ({}));
    if (found.phase) this.take(found);
    if (!found.holds) await this.#look();
  }

  send({ type, ...message }) {
    if (type === "goal") this.#look({ method: "POST", body: JSON.stringify(message) });
    if (type === "more") this.#look({ method: "POST", body: JSON.stringify({ more: true }) });
    if (type === "change") this.#leave({ phase: "goal" });
    if (type === "home") this.#home();
    if (type === "task") this.#drill(this.get("tasks")[message.place]);
  }

  /** Back to the list as it was, until it is planned again. */
  #home() {
    if (this.get("goal").exam) this.take({ phase: "today" });
    this.#look();
  }

  /** Away from the list: a plan that is still on its way is not to bring it back. */
  #leave(values) {
    this.#asked += 1;
    this.take(values);
  }

  async #drill({ items }) {
    try {
      const banks = await this.#banks();
      this.#leave({ banks, items, count: items.length, phase: "drill" });
    } catch {
      this.#refuse(t("The questions could not be loaded; reload the page to try again."));
    }
  }

  async #look(options = {}) {
    this.#asked += 1;
    const mine = this.#asked;
    try {
      const found = await this.#ask(this.#address, options);
      if (mine === this.#asked) this.take(found);
    } catch (error) {
      this.#refuse(error.message);
    }
  }

  async #ask(address, options = {}) {
    return (await askServer(address, options)).json();
  }

  #refuse(say) {
    if (this.get("phase") === "reading") this.take({ phase: "goal" });
    this.tell("msg:custom", { type: "refused", say });
  }
}
