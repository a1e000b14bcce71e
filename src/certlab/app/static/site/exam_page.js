// @ts-check
/**
 * Mock exams on a page.
 *
 * @import { Store } from "../store/store.js"
 */

import { json, PAGES, SURFACE } from "./assets.js";

/**
 * Mock exams: their module and their banks are fetched where they are wanted.
 *
 * @param {HTMLElement} el
 * @param {Store} store
 */
export async function mountExam(el, store) {
  const [{ mountExams }, { ExamModel }, plans] = await Promise.all([
    import("../exam/exam.js"),
    import("../exam/model.js"),
    json("exams"),
  ]);
  /** @param {string[]} modules */
  const load = (modules) => Promise.all(modules.map((module) => json(`${module}-exams`)));
  const model = new ExamModel(store, { plans, load, pages: PAGES(), surface: SURFACE, title: "" });
  await model.begin();
  // The page's styles leave out what a sitting, or a report, has no need of.
  const tell = () => {
    document.documentElement.dataset.exam = model.get("phase");
  };
  model.on("change:phase", tell);
  tell();
  mountExams({ model, el });
}
