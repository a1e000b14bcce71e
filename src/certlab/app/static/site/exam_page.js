// @ts-check
/**
 * Mock exams on a page.
 *
 * @import { Plan } from "../exam/exams.d.ts"
 * @import { Store } from "../store/store.js"
 */

import { focusFirst } from "../keys.js";
import { t } from "../words.js";
import { ASSETS, json, PAGES, ROOT, SURFACE, styled } from "./assets.js";
import { namesIn, paperNamed, papersNear } from "./deep_links.js";
import { nearNames } from "./near_names.js";

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
    styled([new URL("app/static/exam/exam.css", ASSETS)]),
  ]);
  /** @param {string[]} modules */
  const load = (modules) => Promise.all(modules.map((module) => json(`${module}-exams`)));
  const [paper] = namesIn(location.search, "paper");
  const linked = paper ? paperNamed(paper, plans) : null;
  const link = SURFACE === "site" ? `${ROOT}?paper={paper}` : "";
  const given = { plans, load, pages: PAGES(), surface: SURFACE, title: "", linked, link };
  const model = new ExamModel(store, given);
  await model.begin();
  const { sitting, phase, notes } = model.state;
  const says = linked
    ? paperWords(linked, phase === "running" ? sitting : null)
    : paper && (await noPaper(paper, plans));
  if (says) model.take({ notes: [...notes, says] });
  // The page's styles leave out what a sitting, or a report, has no need of.
  const tell = () => {
    document.documentElement.dataset.exam = model.get("phase");
  };
  model.on("change:phase", tell);
  tell();
  mountExams({ model, el });
  if (linked) focusFirst(el);
}

/**
 * What the link leads to; a sitting that has begun goes on before it.
 *
 * @param {{ exam: string, code: string, seed: number }} linked
 * @param {{ exam: string, seed: number } | null} sitting
 */
function paperWords({ exam, code, seed: n }, sitting) {
  return !sitting || (sitting.exam === exam && sitting.seed === n)
    ? t("Paper {n} of {code}: whoever opens this link is asked the same questions.", { n, code })
    : t("This mock exam has begun. Paper {n} of {code} waits until you have handed it in.", {
        n,
        code,
      });
}

/**
 * That there is no such paper, and which may have been meant.
 *
 * @param {string} paper
 * @param {Plan[]} plans
 */
async function noPaper(paper, plans) {
  const exams = plans.map(({ exam }) => exam);
  const near = await nearNames(paper.replace(/-\d+$/, ""), exams);
  const names = papersNear(paper, near).join(", ");
  return names
    ? t("There is no paper {paper}; did you mean {names}?", { paper, names })
    : t("There is no paper {paper}; choose an exam here.", { paper });
}
