// @ts-check
/** Mock exams in a notebook. */

import { mountExams } from "../exam/exam.js";
import { ExamModel } from "../exam/model.js";
import { speak } from "../words.js";
import { mountPart, openHome } from "./python.js";

export default {
  render: ({ model, el }) => {
    speak({ model, el });
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

/** A function that gives the banks of some modules; each is asked for once. */
function bankLoader(ask) {
  const banks = new Map();
  const one = (module) => {
    if (!banks.has(module)) banks.set(module, ask("bank", { module }));
    return banks.get(module).then(({ bank }) => bank);
  };
  return (modules) => Promise.all(modules.map(one));
}
