// @ts-check
/**
 * What is live on a page of the site: quizzes, cards, progress, marks and what was read.
 *
 * An element says with data-certlab what it is, and with data-bank which module's questions it
 * wants ("" for all), with data-page the page it is to ask about, with data-lang in which language, where there are some. What cannot be had leaves the element as the page came, with a sentence.
 *
 * @import { Store } from "../store/store.js"
 */

import { node } from "../dom.js";
import { mountSearch } from "../search/opening.js";
import { openStore } from "../store/store.js";
import { setWords, t } from "../words.js";
import { ASSETS, fetchJson, fetchSearched, ROOT, SURFACE, styled } from "./assets.js";
import { arrange, leadOn } from "./exam_first.js";
import { joinClass, offerExport, openWorkspace } from "./home.js";
import { drawMark, follow, forgetSums } from "./known.js";
import { mountLiveNear } from "./live_figure.js";
import {
  drawGoal,
  drawPage,
  drawScope,
  first,
  forgetExam,
  onceBegun,
  ownExam,
} from "./own_exam.js";
import { checkSection, forgetAnswers, mountCards, mountQuiz } from "./questions.js";
import { drawRead } from "./read_mark.js";

/** The words of the page's own language; where they cannot be had, English. */
async function takeWords() {
  const { lang } = document.documentElement;
  if (!lang || /^en\b/.test(lang)) return;
  try {
    setWords(await fetchJson(`words/${lang.replace("-", "_")}.json`), lang);
  } catch (error) {
    console.warn(error);
  }
}

/**
 * By what data-certlab says, in the order they are mounted: questions wait for nothing else.
 *
 * @type {Record<string, (el: any, store: Store) => unknown>} `any`: data-certlab says what it is
 */
const MOUNTS = {
  class: async () => {}, // joinClass draws it
  building: async () => {}, // building_note.js does
  quiz: mountQuiz,
  flashcards: mountCards,
  check: checkSection,
  exam: async (el, store) => (await import("./exam_page.js")).mountExam(el, store),
  live: mountLiveNear,
  progress: async (el, store) => (await import("./progress_page.js")).mountProgressPage(el, store),
  start: async (el, store) => (await import("./day_page.js")).mountToday(el, store),
  way: async (el, store) => (await import("./way_page.js")).mountWay(el, store),
  labs: (el, store) =>
    onceBegun(store, async () => (await import("./lab_marks.js")).mountLabMarks(el, store)),
  last: async (el, store) => (await import("./last_day_page.js")).mountLastDay(el, store),
  exams: async (el, store) => {
    el.open = !(await ownExam(store)); // who has chosen wants the own path, not all of them
  },
  mark: (el, store) => follow(store, (sums) => drawMark(el, sums)),
  goal: (el, store) => first(store, (exam) => drawGoal(el, exam)),
  scope: (el, store) => first(store, () => drawScope(el, store)),
  order: (el, store) => first(store, (exam) => arrange(el, exam)),
  pager: (el, store) =>
    first(store, (exam) => {
      if (exam) leadOn(el);
    }),
  read: async (el, store) => {
    await drawRead(el, store);
    store.follow(() => drawRead(el, store));
  },
  onward: (el, store) =>
    onceBegun(store, async () => (await import("./onward.js")).mountOnward(el, store)),
};

async function mountAll() {
  await takeWords();
  const style = () => styled([new URL("app/static/search/search.css", ASSETS)]);
  mountSearch({ root: ROOT, fetchSearched, style }); // it needs no answers
  const store = SURFACE === "app" ? await openWorkspace() : await openStore();
  store.follow(() => {
    forgetSums();
    forgetExam();
    forgetAnswers();
  }); // before those who ask for them again
  /** @param {HTMLElement} el */
  const kind = (el) => (el.dataset.folder ? "live" : (el.dataset.certlab ?? ""));
  /** @param {HTMLElement} el */
  const turn = (el) => Object.keys(MOUNTS).indexOf(kind(el));
  const live = [
    .../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-certlab]")),
  ].sort((one, other) => turn(one) - turn(other));
  joinClass(store).catch(console.warn);
  await first(store, drawPage);
  for (const el of live) {
    try {
      await MOUNTS[kind(el)](el, store);
    } catch (error) {
      console.warn(error);
      if (el.matches("div") && !el.dataset.begin)
        el.prepend(
          node(
            "p",
            { class: "cl-note" },
            t("The questions could not be loaded; reload the page to try again."),
          ),
        );
    }
  }
  if (store.refused) await offerExport(store);
  document.documentElement.dataset.mounted = "";
}

await mountAll();
