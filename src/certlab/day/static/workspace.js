// @ts-check
/**
 * The start page where Python plans, see certlab.day.planner: on a server or in a notebook.
 *
 * @import { Bank } from "../../app/static/question/items.d.ts"
 * @import { Store } from "../../app/static/store/store.js"
 * @import { WayFrom } from "./day_model.js"
 * @import { DayMessage } from "./days.d.ts"
 */

import { DayModel } from "./day_model.js";

export class WorkspaceModel extends DayModel {
  #ask;

  /**
   * `ask({ known, sent })` is a promise of the page's state: with `known` the last plan of this
   * day, {} where there is none; and what plan_api.py says of a POST is done first with `sent`.
   * The others are as in DayModel.
   *
   * @param {(more: object) => Promise<any>} ask
   * @param {Store} store
   * @param {(items: string[]) => Promise<Bank[]>} banks
   * @param {object} fixed
   * @param {WayFrom | null} wayFrom
   */
  constructor(ask, store, banks, fixed, wayFrom = null) {
    super(store, banks, fixed, wayFrom);
    this.#ask = ask;
  }

  /** Show the last plan of the day at once, and then the one for what was answered since. */
  async begin() {
    const found = await this.#ask({ known: true }).catch(() => ({}));
    if (found.phase) await this.show(found);
    if (!found.holds) await this.look();
  }

  /** @param {DayMessage} [message] */
  plan(message) {
    if (!message) return this.#ask({});
    const { type, ...entered } = message;
    return this.#ask({ sent: type === "goal" ? entered : { [type]: true } });
  }
}
