// @ts-check
/**
 * Where a page's answers are kept: with the server, whose class it then may have, or in the browser.
 *
 * @import { Store } from "../store/store.js"
 */

import { node } from "../dom.js";
import { ASSETS, json, ROOT, styled } from "./assets.js";

/** The history on the learner's machine; what is amiss with it stands at the foot of the page. */
export async function openWorkspace() {
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

/**
 * The class, where the server is below one: fetched there only, and nothing waits for it.
 *
 * @param {Store} store
 */
export async function joinClass(store) {
  if (!store.classroom?.page) return; // an earlier version's server does not say what draws it
  const { SHEETS, mount } = await import(new URL(store.classroom.page, ASSETS).href);
  await styled(SHEETS.map((/** @type {string} */ name) => new URL(name, ASSETS)));
  await mount({ store, root: ROOT, assets: ASSETS, json, styled });
}

/**
 * Where answers last no longer than the page, they can be exported on it. Why they do is said
 * above them already.
 *
 * @param {Store} store
 */
export async function offerExport(store) {
  const place = node("div", { class: "certlab" });
  const start = document.querySelector("[data-certlab='start']");
  const last = [
    ...document.querySelectorAll("[data-certlab='quiz'], [data-certlab='flashcards']"),
  ].at(-1);
  if (start)
    start.append(place); // what stands beside it is hidden from who has a plan
  else if (last) last.after(place);
  else return;
  const { mountProgress } = await import("../../../day/static/summary.js");
  await mountProgress(place, { store, banks: await json("index"), noted: true });
}
