// @ts-check
/**
 * What is live on a page of the site: quizzes, cards, progress, marks, what is due and what was read.
 *
 * An element says with data-certlab what it is, and with data-bank which module's questions it
 * wants ("" for all), with data-page the page it is to ask about, with data-lang in which language, where there are some. What cannot be had leaves the element as the page came, with a sentence.
 */

import { pagesRead } from "../../../day/static/course_index.js";
import { mountProgress, summarise } from "../../../day/static/summary.js";
import { daysLeft, goalOf } from "../../../planner/static/goal_row.js";
import { dayHere } from "../dates.js";
import { cardFace } from "../deck/card_face.js";
import { quizFace } from "../deck/quiz_face.js";
import { mountStored } from "../deck/stored.js";
import { icon, node } from "../dom.js";
import { mountSearch } from "../search/opening.js";
import { openStore } from "../store/store.js";
import { setWords, t } from "../words.js";
import { arrange, examWords, labelled, leadOn, ofExam, showOwn } from "./exam_first.js";
import { mountCheck } from "./section_check.js";

const ASSETS = new URL("../../../", import.meta.url); // holds the package's tree
const ROOT = new URL("../../", ASSETS);
// Served by certlab study, or by a web server that keeps nothing.
const SURFACE = document.documentElement.dataset.home ? "app" : "site";
const PAGES = (lang) => `${ROOT}${lang ? `${lang}/` : ""}modules/{page}.html`;
const GRADED = ["single", "multi", "numeric", "order", "match", "cloze", "command"];

/** Parsed JSON of the folder this module is in; each file is fetched once. */
const fetched = new Map();
function json(name) {
  if (!fetched.has(name)) fetched.set(name, load(name));
  return fetched.get(name);
}

function load(name) {
  return fetchJson(`banks/${name}.json`);
}

async function fetchJson(name) {
  const answer = await fetch(new URL(`./${name}`, ASSETS));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.json();
}

/** What the search looks through. Its name stays, so the server is asked whether it is new. */
async function fetchRows(lang) {
  const address = new URL(`_static/search/${lang}.json`, ROOT);
  const answer = await fetch(address, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

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

async function banksOf(module, lang) {
  if (module) return [await json(lang ? `${lang}/${module}` : module)];
  return Promise.all((await json("index")).map((one) => json(one.module)));
}

/** What a bank asks about the sections of one page. */
function onPage(bank, page) {
  return { ...bank, items: bank.items.filter(({ feedback }) => feedback.section?.page === page) };
}

/** @type {Promise<any> | null} */
let chosen = null; // promise of the exam and its goal, until the answers change

/** The learner's exam with its goal, as { exam, code, modules, ..., goal }; null without one. */
function ownExam(store) {
  chosen ??= readExam(store).catch((error) => {
    console.warn(error); // the page is as without one
    return null;
  });
  return chosen;
}

async function readExam(store) {
  const goal = goalOf(await store.rows());
  if (!goal) return null;
  const found = (await json("paths")).exams.find(({ exam }) => exam === goal.exam);
  return found ? { ...found, goal } : null;
}

/** The traits a widget of the lab would have, from an element's attributes. */
async function traits(el, store, kinds) {
  const { bank, count, title, lang, page } = el.dataset;
  const exam = await ownExam(store);
  const all = (await banksOf(bank, lang)).map((one) => (page ? onPage(one, page) : one));
  const banks = ofExam(all, exam, kinds).map((one) => labelled(one, exam));
  const values = {
    title: (!bank && exam?.code) || title || "",
    pages: PAGES(lang),
    surface: SURFACE,
    kinds,
    count: Number(count ?? 10),
    banks,
  };
  return { get: (name) => values[name] };
}

/** By what data-certlab says, in the order they are mounted: questions wait for nothing else. */
const MOUNTS = {
  class: async () => {}, // joinClass draws it
  quiz: async (el, store) =>
    mountStored({ model: await traits(el, store, GRADED), el, store }, quizFace),
  flashcards: async (el, store) =>
    mountStored({ model: await traits(el, store, ["card"]), el, store }, cardFace),
  check: (el, store) => checkSection(el, store),
  exam: async (el, store) => mountExam(el, store),
  live: async (el) => mountLive(el),
  progress: async (el, store) => mountProgress(el, { store, banks: await listed(store) }),
  start: async (el, store) => mountToday(el, store),
  mark: (el, store) => follow(store, (sums) => drawMark(el, sums)),
  goal: (el, store) => first(store, (exam) => drawGoal(el, exam)),
  scope: (el, store) => first(store, (exam) => drawScope(el, exam)),
  order: (el, store) => first(store, (exam) => arrange(el, exam)),
  pager: (el, store) =>
    first(store, (exam) => {
      if (exam) leadOn(el);
    }),
  read: async (el, store) => {
    await drawRead(el, store);
    store.follow(() => drawRead(el, store));
  },
  due: (el, store) =>
    follow(store, ({ due }) => {
      el.textContent = String(due);
      el.hidden = !due; // what is new is named in its place
    }),
};

/** @type {Promise<any[]> | null} */
let answers = null; // promise of all answers, until there are more

/** The question after a section. */
async function checkSection(el, store) {
  const { bank: module, lang } = el.dataset;
  answers ??= store.all();
  const [[bank], exam] = await Promise.all([banksOf(module, lang), ownExam(store)]);
  const rows = (await answers) ?? [];
  const given = { title: bank.title, pages: PAGES(lang), surface: SURFACE };
  mountCheck(el, { bank: labelled(bank, exam), rows, store, given });
}

/** Styles that only some pages want, once they are there. */
function styled(addresses) {
  return Promise.all(
    addresses.map(
      (href) =>
        new Promise((done) => {
          const link = node("link", { rel: "stylesheet", href, onload: done, onerror: done });
          document.head.append(link);
        }),
    ),
  );
}

/**
 * A figure becomes the widget that it shows a moment of; what cannot be had leaves the figure.
 *
 * `data-folder` is where the widget's page.js stands, which exports its SHEETS and mount.
 */
async function mountLive(el) {
  const folder = new URL(el.dataset.folder, ASSETS);
  const { SHEETS, mount } = await import(new URL("page.js", folder).href);
  await styled(SHEETS.map((name) => new URL(name, folder)));
  await mount(el, JSON.parse(el.dataset.begin), fetchJson);
  el.dataset.drawn = ""; // the figure beside it is for paper now
}

/** What to do today towards an exam. */
async function mountToday(el, store) {
  const [{ mountStart }] = await Promise.all([
    import("../../../day/static/start.js"),
    styled([new URL("day/static/start.css", ASSETS)]),
  ]);
  const fixed = { pages: PAGES(), surface: SURFACE, kinds: [...GRADED, "card"] };
  const load = async (modules) => {
    const exam = await ownExam(store);
    return (await Promise.all(modules.map(json))).map((bank) => labelled(bank, exam));
  };
  const model =
    SURFACE === "app"
      ? await workspaceModel(store, load, fixed)
      : await browserModel(el, store, load, fixed);
  mountStart({ model, el });
  await model.begin();
}

/** A day that the server plans. */
async function workspaceModel(store, load, fixed) {
  const [{ WorkspaceModel }, { askForDay }] = await Promise.all([
    import("../../../day/static/workspace.js"),
    import("../store/server.js"),
  ]);
  const banks = async () => load((await json("index")).map(({ module }) => module));
  return new WorkspaceModel(askForDay(new URL("api/today", ROOT)), store, banks, fixed);
}

/** A day that nobody plans but the page itself. */
async function browserModel(el, store, load, fixed) {
  const [{ BrowserModel }, { CourseIndex }, paths, banks] = await Promise.all([
    import("../../../day/static/browser_model.js"),
    import("../../../day/static/course_index.js"),
    json("paths"),
    json("index"),
  ]);
  const opens = new Set(el.dataset.labs.split(" "));
  const more = { load, opens, full: el.dataset.plan ?? "" };
  return new BrowserModel(store, new CourseIndex(paths, banks), more, fixed);
}

/** Mock exams: their module and their banks are fetched where they are wanted. */
async function mountExam(el, store) {
  const [{ mountExams }, { ExamModel }, plans] = await Promise.all([
    import("../exam/exam.js"),
    import("../exam/model.js"),
    json("exams"),
  ]);
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

/** @type {Promise<any> | null} */
let sums = null; // promise of what the answers come to, until they change

/** Call `draw` with what the answers come to, now and after each change; summed once for all. */
async function follow(store, draw) {
  const again = async () => {
    sums ??= Promise.all([store.all(), listed(store)]).then(([rows, banks]) =>
      summarise(rows, banks),
    );
    draw(await sums);
  };
  store.follow(again);
  await again();
}

/** A bar for how much of a module is known, with the words for those who do not see it. */
function drawMark(el, { modules }) {
  const own = modules.find(({ module }) => module === el.dataset.bank);
  el.hidden = !own; // it has nothing that the learner's exam asks
  if (!own) return;
  const { known, items } = own;
  const bar = node("progress", {
    class: "cl-known",
    value: String(known),
    max: String(items),
    "aria-hidden": "true",
  });
  el.title = t("{n} of {count} known", { n: known, count: items });
  el.replaceChildren(bar, node("span", { class: "cl-hidden" }, " ", el.title));
}

/** What there is to answer of the learner's exam, by module. */
async function listed(store) {
  return ofExam(await json("index"), await ownExam(store));
}

/** Call `draw` with the learner's exam, or null, now and after each change. */
async function first(store, draw) {
  const again = async () => draw(await ownExam(store));
  store.follow(again);
  await again();
}

/** In the bar of every page: the exam and the days that are left. */
function drawGoal(el, exam) {
  el.hidden = !exam;
  if (exam) el.textContent = examWords(exam, daysLeft(exam.goal.day, dayHere(Date.now())));
}

/** That what is asked below is of one exam only. */
function drawScope(el, exam) {
  el.hidden = !exam;
  if (exam) el.textContent = t("Only what {code} asks.", exam);
}

/** The page's root says which exam it is, for its styles; objectives of others are folded. */
function drawPage(exam) {
  const { dataset } = document.documentElement;
  if (exam) dataset.goal = exam.exam;
  else delete dataset.goal;
  const lines = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("p.over"));
  if (exam) for (const line of lines) showOwn(line, exam);
}

/** The button that marks a page as read, which ticks it in today's list; or that it was read, and the way back. */
async function drawRead(el, store) {
  const { page } = el.dataset;
  const rows = await store.rows();
  const marked = pagesRead(rows).has(page);
  const pressed = el.contains(document.activeElement);
  const mark = (outcome) => () =>
    store.add({ outcome, mode: "plan", surface: SURFACE, page }).catch((error) => {
      el.append(node("p", { class: "cl-note", role: "alert" }, error.message));
    });
  const button = (outcome, kind, says) =>
    node("button", { type: "button", class: kind, onclick: mark(outcome) }, says);
  el.replaceChildren(
    marked
      ? node(
          "p",
          { class: "cl-is-right", tabindex: "-1" },
          node("span", { class: "cl-tag" }, icon("right"), t("You have read this page.")),
          " ",
          button("unread", "cl-quiet", t("Mark as unread")),
        )
      : button("read", "cl-button", t("Mark as read")),
  );
  if (pressed) el.querySelector("p, button")?.focus();
}

/** Where answers last no longer than the page, they can be exported on it. */
async function offerExport(store) {
  const last = [
    ...document.querySelectorAll("[data-certlab='quiz'], [data-certlab='flashcards']"),
  ].at(-1);
  if (!last) return;
  const place = node("div", { class: "certlab" });
  last.after(place);
  await mountProgress(place, { store, banks: await json("index") });
}

/** The history on the learner's machine; what is amiss with it stands at the foot of the page. */
async function openWorkspace() {
  const { openServerStore } = await import("../store/server.js");
  const store = await openServerStore(new URL("api/", ROOT));
  const line = node("p", { class: "cl-note cl-away", role: "status", hidden: true });
  document.body.append(node("div", { class: "certlab" }, line));
  const say = () => {
    line.textContent = store.note;
    line.hidden = !store.note;
  };
  store.follow(say);
  say();
  return store;
}

/** The class, where the server is below one: fetched there only, and nothing waits for it. */
async function joinClass(store) {
  if (!store.classroom) return;
  const { SHEETS, mount } = await import(new URL(store.classroom.page, ASSETS).href);
  await styled(SHEETS.map((name) => new URL(name, ASSETS)));
  await mount({ store, root: ROOT, assets: ASSETS, json, styled });
}

async function mountAll() {
  await takeWords();
  const style = () => styled([new URL("app/static/search/search.css", ASSETS)]);
  mountSearch({ root: ROOT, fetchRows, style }); // it needs no answers
  const store = SURFACE === "app" ? await openWorkspace() : await openStore();
  store.follow(() => {
    sums = null;
    chosen = null;
    answers = null;
  }); // before those who ask for them again
  const kind = (el) => (el.dataset.folder ? "live" : el.dataset.certlab);
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
