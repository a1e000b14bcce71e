// @ts-check
/**
 * How much of what is asked the learner knows, summed once for all that shows it.
 *
 * @import { Sums } from "../../../day/static/days.d.ts"
 * @import { Store } from "../store/store.js"
 */

import { summarise } from "../../../day/static/sums.js";
import { node } from "../dom.js";
import { t } from "../words.js";
import { bankPart } from "./assets.js";
import { listed, ownExam } from "./own_exam.js";

/** @type {Promise<Sums> | null} */
let sums = null; // promise of what the answers come to, until they change

/**
 * Call `draw` with what the answers come to, now and after each change; summed once for all. Before the
 * first answer nothing is known, and nothing is fetched.
 *
 * @param {Store} store
 * @param {(sums: Sums) => void} draw
 */
export async function follow(store, draw) {
  let drawn = false; // and so it is drawn anew where the only answer is taken back
  const again = async () => {
    if (!drawn && !(await store.all()).length) return;
    drawn = true;
    sums ??= sumUp(store);
    draw(await sums);
  };
  store.follow(again);
  await again();
}

/** @param {Store} store */
async function sumUp(store) {
  const [rows, exam] = await Promise.all([store.all(), ownExam(store)]);
  const here = exam ? [] : await askedHere();
  const ids = new Set(here.flatMap(({ items }) => items.map(({ item }) => item)));
  const isHere = rows.every(({ item }) => ids.has(item)); // what is there already is enough
  return summarise(rows, isHere ? here : await listed(store));
}

/** The outline of the bank whose questions the page asks, in a list; [] where it asks none of one module. */
async function askedHere() {
  const quiz = /** @type {HTMLElement | null} */ (document.querySelector("[data-certlab='quiz']"));
  const { bank, lang } = quiz?.dataset ?? {};
  return bank ? [await bankPart(bank, "outline", lang)] : [];
}

/**
 * A bar for how much of a module is known, with the words for those who do not see it.
 *
 * @param {HTMLElement} el
 * @param {Sums} sums
 */
export function drawMark(el, { modules }) {
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

/** The answers are others now. */
export function forgetSums() {
  sums = null;
}
