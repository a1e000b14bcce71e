// @ts-check
/**
 * The day's work on a page, planned by the server or by the page itself.
 *
 * @import { ListedBank } from "../../../day/static/course_files.d.ts"
 * @import { Bank } from "../question/items.d.ts"
 * @import { Scope } from "../memory/memories.d.ts"
 * @import { Store } from "../store/store.js"
 * @typedef {{ pages: string, surface: string, kinds: string[], scope: () => Promise<Scope> }} Fixed what stays as it is
 */

import { ASSETS, json, PAGES, ROOT, SURFACE, styled } from "./assets.js";
import { labelled } from "./exam_first.js";
import { newcomerOn, parts } from "./front_page.js";
import { ownExam, ownScope } from "./own_exam.js";
import { GRADED } from "./questions.js";

/**
 * What to do today towards an exam.
 *
 * @param {HTMLElement} el
 * @param {Store} store
 */
export async function mountToday(el, store) {
  const [{ mountStart }, first] = await Promise.all([
    parts(),
    newcomerOn(store),
    styled([new URL("app/static/joined/start.css", ASSETS)]),
  ]);
  const scope = () => ownScope(store);
  const fixed = { pages: PAGES(), surface: SURFACE, kinds: [...GRADED, "card"], scope };
  /** @param {string[]} modules */
  const load = async (modules) => {
    const exam = await ownExam(store);
    return (await Promise.all(modules.map(json))).map((bank) => labelled(bank, exam));
  };
  const model =
    SURFACE === "app"
      ? await workspaceModel(store, load, fixed)
      : await browserModel(el, store, load, fixed);
  mountStart({ model, el, first });
  await model.begin();
}

/**
 * A day that the server plans.
 *
 * @param {Store} store
 * @param {(modules: string[]) => Promise<Bank[]>} load
 * @param {Fixed} fixed
 */
async function workspaceModel(store, load, fixed) {
  const [{ WorkspaceModel }, { askForDay }, { DeckCalls }] = await Promise.all([
    import("../../../day/static/workspace.js"),
    import("../store/server.js"),
    import("../own_decks/calls.js"),
  ]);
  const own = new DeckCalls(new URL("api/", ROOT).href);
  /** @param {string[]} items */
  const banks = async (items) => {
    /** @type {ListedBank[]} */
    const index = await json("index");
    const all = load(index.map(({ module }) => module));
    return [...(await all), ...(await own.banks(items))];
  };
  /** @type {import("../../../day/static/day_model.js").WayFrom} */
  const wayFrom = async (rows, exam) => {
    const [{ CourseIndex, wayOf }, paths, index] = await Promise.all([
      parts(),
      json("paths"),
      json("index"),
    ]);
    return wayOf(new CourseIndex(paths, index), rows, exam, null);
  };
  const ask = askForDay(new URL("api/today", ROOT));
  return new WorkspaceModel(ask, store, banks, fixed, wayFrom);
}

/**
 * A day that nobody plans but the page itself.
 *
 * @param {HTMLElement} el
 * @param {Store} store
 * @param {(modules: string[]) => Promise<Bank[]>} load
 * @param {Fixed} fixed
 */
async function browserModel(el, store, load, fixed) {
  const [{ BrowserModel, CourseIndex }, paths, banks] = await Promise.all([
    parts(),
    json("paths"),
    json("index"),
  ]);
  const opens = new Set((el.dataset.labs ?? "").split(" "));
  const more = { load, opens, full: el.dataset.plan ?? "" };
  return new BrowserModel(store, new CourseIndex(paths, banks), more, fixed);
}
