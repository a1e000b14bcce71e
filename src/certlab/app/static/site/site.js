// @ts-check
/**
 * What is live on a page of the site: quizzes, cards, progress, marks, what is due and what was read.
 *
 * An element says with data-certlab what it is, and with data-bank which module's questions it
 * wants ("" for all), with data-page the page it is to ask about, with data-lang in which language, where there are some. What cannot be had leaves the element as the page came, with a sentence.
 */

import { shortDay } from "../dates.js";
import cards from "../deck/flashcards.js";
import quiz from "../deck/quiz.js";
import { icon, node } from "../dom.js";
import { dayHere, mountProgress, summarise } from "../progress/summary.js";
import { openStore } from "../store/store.js";
import { setWords, t, tn } from "../words.js";

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

/** The traits a widget of the lab would have, from an element's attributes. */
async function traits(el, kinds) {
  const { bank, count, title, lang, page } = el.dataset;
  const banks = (await banksOf(bank, lang)).map((one) => (page ? onPage(one, page) : one));
  const values = {
    title: title ?? "",
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
  quiz: async (el, store) => quiz.render({ model: await traits(el, GRADED), el, store }),
  flashcards: async (el, store) => cards.render({ model: await traits(el, ["card"]), el, store }),
  exam: async (el, store) => mountExam(el, store),
  live: async (el) => mountLive(el),
  progress: async (el, store) => mountProgress(el, { store, banks: await json("index") }),
  start: async (el, store) => {
    if (SURFACE === "app") await mountToday(el, store);
  },
  mark: (el, store) => follow(store, (sums) => drawMark(el, sums)),
  goal: async (el, store) => {
    await drawGoalLine(el, store);
    store.follow(() => drawGoalLine(el, store));
  },
  read: async (el, store) => {
    await drawRead(el, store);
    store.follow(() => drawRead(el, store));
  },
  due: (el, store) =>
    follow(store, ({ due }) => {
      el.textContent = String(due);
      el.hidden = false;
    }),
};

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

/** What to do today towards an exam, as the server plans it. */
async function mountToday(el, store) {
  const [{ default: start }, { WorkspaceModel }] = await Promise.all([
    import("../start/start.js"),
    import("../start/workspace.js"),
    styled([new URL("app/static/start/start.css", ASSETS)]),
  ]);
  const fixed = { pages: PAGES(), surface: SURFACE, kinds: [...GRADED, "card"] };
  const model = new WorkspaceModel(new URL("api/", ROOT), store, () => banksOf(""), fixed);
  start.render({ model, el });
  await model.begin();
}

/** Mock exams: their module and their banks are fetched where they are wanted. */
async function mountExam(el, store) {
  const [{ default: exam }, plans] = await Promise.all([import("../exam/exam.js"), json("exams")]);
  const values = { title: "", pages: PAGES(), surface: SURFACE, plans };
  const load = (modules) => Promise.all(modules.map((module) => json(`${module}-exams`)));
  await exam.render({ model: { get: (name) => values[name] }, el, store, load });
}

/** @type {Promise<any> | null} */
let sums = null; // promise of what the answers come to, until they change

/** Call `draw` with what the answers come to, now and after each change; summed once for all. */
async function follow(store, draw) {
  const again = async () => {
    sums ??= Promise.all([store.all(), json("index")]).then(([rows, banks]) =>
      summarise(rows, banks),
    );
    draw(await sums);
  };
  store.follow(again);
  await again();
}

/** A bar for how much of a module is known, with the words for those who do not see it. */
function drawMark(el, { modules }) {
  const { known, items } = modules.find(({ module }) => module === el.dataset.bank);
  const bar = node("progress", {
    class: "cl-known",
    value: String(known),
    max: String(items),
    "aria-hidden": "true",
  });
  el.title = t("{n} of {count} known", { n: known, count: items });
  el.replaceChildren(bar, node("span", { class: "cl-hidden" }, " ", el.title));
}

/** The exam that is planned, while it is ahead; the start page in the lab sets it. */
async function drawGoalLine(el, store) {
  const goals = (await store.rows()).filter((row) => row.outcome === "goal");
  const { exam, day } = goals.at(-1)?.response ?? {};
  const left = Math.round((Date.parse(day) - Date.parse(dayHere(Date.now()))) / 86_400_000);
  el.hidden = !(left >= 0);
  if (el.hidden) return;
  const values = { code: String(exam).toUpperCase(), day: shortDay(day) };
  el.textContent = tn(
    "{code} on {day}, {n} day left;",
    "{code} on {day}, {n} days left;",
    left,
    values,
  );
}

/** The button that marks a page as read, which ticks it in today's list; or that it was read. */
async function drawRead(el, store) {
  const { page } = el.dataset;
  const rows = await store.rows();
  const marked = rows.some((row) => row.outcome === "read" && row.page === page);
  const pressed = el.contains(document.activeElement);
  const mark = () =>
    store.add({ outcome: "read", mode: "plan", surface: SURFACE, page }).catch((error) => {
      el.append(node("p", { class: "cl-note", role: "alert" }, error.message));
    });
  el.replaceChildren(
    marked
      ? node(
          "p",
          { class: "cl-is-right", tabindex: "-1" },
          node("span", { class: "cl-tag" }, icon("right"), t("You have read this page.")),
        )
      : node("button", { type: "button", class: "cl-button", onclick: mark }, t("Mark as read")),
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

async function mountAll() {
  await takeWords();
  const store = SURFACE === "app" ? await openWorkspace() : await openStore();
  store.follow(() => {
    sums = null;
  }); // before those who ask for them again
  const kind = (el) => (el.dataset.folder ? "live" : el.dataset.certlab);
  const turn = (el) => Object.keys(MOUNTS).indexOf(kind(el));
  const live = [
    .../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-certlab]")),
  ].sort((one, other) => turn(one) - turn(other));
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
