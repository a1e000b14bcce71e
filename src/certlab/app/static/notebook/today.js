// @ts-check
/**
 * The start page in JupyterLab's own page, where a notebook shows it: the server plans.
 *
 * The other end is certlab.app.server.start_api, and labextension/certlab/static/today.js says where.
 *
 * @import { Bank } from "../question/items.d.ts"
 * @import { Store } from "../store/store.js"
 */

import { mountStart } from "../../../day/static/start.js";
import { WorkspaceModel } from "../../../day/static/workspace.js";
import { labelled } from "../site/exam_first.js";
import { askForDay, askServer, openServerStore } from "../store/server.js";
import { setWords } from "../words.js";
import { drawPart } from "./python.js";

/** @type {Promise<any> | null} */
let opened = null; // promise of the store, which looks for what is new as long as this page stands

/**
 * Draw it into `el`; `api` is the address that the server answers below. Gives what ends it.
 *
 * @param {HTMLElement} el
 * @param {URL} api
 */
export async function mountToday(el, api) {
  /** @param {string} name */
  const fetched = async (name) => (await askServer(new URL(name, api), {})).json();
  const { lang, words, ...fixed } = await fetched("given");
  setWords(words, lang);
  opened ??= openServerStore(new URL("../", api));
  const store = await opened;
  const banks = async () => {
    const goal = part.get("goal");
    const { banks: found } = await fetched(`banks?exam=${encodeURIComponent(goal.exam)}`);
    return found.map((/** @type {Bank} */ bank) => labelled(bank, goal));
  };
  const scope = () => fetched(`scope?exam=${encodeURIComponent(part.get("goal").exam)}`);
  const own = { ...fixed, scope };
  const part = new WorkspaceModel(askForDay(new URL("today", api)), store, banks, own);
  part.begin();
  return drawPart({ part, store }, el, mountStart);
}
