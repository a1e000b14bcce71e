// @ts-check
/**
 * Mock exams in a notebook.
 *
 * @import { LoadBanks } from "../exam/exams.d.ts"
 * @import { Bank } from "../question/items.d.ts"
 * @import { Ask, PythonContext } from "./python.js"
 */

import { mountExams } from "../exam/exam.js";
import { ExamModel } from "../exam/model.js";
import { speak } from "../words.js";
import { mountPart, openHome } from "./python.js";

export default {
  /** @param {PythonContext} context */
  render: ({ model, el }) => {
    speak({ model, el });
    /** @param {Ask} ask */
    const make = async (ask) => {
      const store = await openHome(model, ask);
      const { plans, notes } = await ask("exams");
      const [pages, surface] = [model.get("pages"), model.get("surface")];
      const load = bankLoader(ask);
      const part = new ExamModel(store, { plans, load, pages, surface, title: "", notes });
      await part.begin();
      return { part, store };
    };
    return mountPart({ model, el }, make, mountExams);
  },
};

/**
 * A function that gives the banks of some modules; each is asked for once.
 *
 * @param {Ask} ask
 * @returns {LoadBanks}
 */
function bankLoader(ask) {
  /** @type {Map<string, Promise<{ bank: Bank }>>} */
  const banks = new Map();
  /** @param {string} module */
  const one = (module) => {
    const asked = banks.get(module) ?? ask("bank", { module });
    banks.set(module, asked);
    return asked.then(({ bank }) => bank);
  };
  return (modules) => Promise.all(modules.map(one));
}
