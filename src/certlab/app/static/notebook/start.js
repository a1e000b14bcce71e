// @ts-check
/**
 * The start page in a notebook: its Python plans.
 *
 * @import { Bank } from "../question/items.d.ts"
 * @import { Store } from "../store/store.js"
 * @import { Ask, PythonContext } from "./python.js"
 */

import { mountStart } from "../../../day/static/start.js";
import { WorkspaceModel } from "../../../day/static/workspace.js";
import { offsetHere } from "../dates.js";
import { labelled } from "../site/exam_first.js";
import { fromLine } from "../store/answers.js";
import { speak } from "../words.js";
import { mountPart, openHome } from "./python.js";

export default {
  /** @param {PythonContext} context */
  render: ({ model, el }) => {
    speak({ model, el });
    /** @param {Ask} ask */
    const make = async (ask) => {
      const store = await openHome(model, ask);
      const plan = model.get("surface") === "lite" ? planFrom(store, ask) : planOf(ask);
      const banks = async () => {
        const goal = part.get("goal");
        const found = await ask("banks", { exam: goal.exam });
        return found.banks.map((/** @type {Bank} */ bank) => labelled(bank, goal));
      };
      const fixed = {
        pages: model.get("pages"),
        surface: model.get("surface"),
        kinds: model.get("kinds"),
        scope: () => ask("scope", { exam: part.get("goal").exam }),
      };
      const part = new WorkspaceModel(plan, store, banks, fixed);
      part.begin();
      return { part, store };
    };
    return mountPart({ model, el }, make, mountStart);
  },
};

/**
 * Python has the history.
 *
 * @param {Ask} ask
 * @returns {(more: object) => Promise<any>}
 */
function planOf(ask) {
  return (more) => ask("today", { ...more, offset: offsetHere() });
}

/**
 * The browser has it: Python is given all rows, and gives back those that it made.
 *
 * @param {Store} store
 * @param {Ask} ask
 * @returns {(more: object) => Promise<any>}
 */
function planFrom(store, ask) {
  return async (more) => {
    const { keep = [], ...found } = await ask("today", {
      ...more,
      offset: offsetHere(),
      lines: await store.lines(),
    });
    for (const line of keep) await store.add(fromLine(line));
    return found;
  };
}
