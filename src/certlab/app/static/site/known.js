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
import { listed } from "./own_exam.js";

/** @type {Promise<Sums> | null} */
let sums = null; // promise of what the answers come to, until they change

/**
 * Call `draw` with what the answers come to, now and after each change; summed once for all.
 *
 * @param {Store} store
 * @param {(sums: Sums) => void} draw
 */
export async function follow(store, draw) {
  const again = async () => {
    sums ??= Promise.all([store.all(), listed(store)]).then(([rows, banks]) =>
      summarise(rows, banks),
    );
    draw(await sums);
  };
  store.follow(again);
  await again();
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
