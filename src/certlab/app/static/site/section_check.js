// @ts-check
/**
 * The question after a section, folded behind one line: asked in place, and recorded as any other.
 *
 * Which one: the first by id that was never answered, then the one whose answer is the oldest.
 *
 * @import { Bank } from "../question/items.d.ts"
 * @import { Row } from "../store/rows.d.ts"
 * @import { Store } from "../store/store.js"
 */

import { ask } from "../deck/bank.js";
import { quizFace } from "../deck/quiz_face.js";
import { mountStored } from "../deck/stored.js";
import { node } from "../dom.js";
import { inline } from "../text.js";

/**
 * The item to ask, of the ids that may be; `rows` are the answers in order of time.
 *
 * @param {string[]} ids
 * @param {Row[]} rows
 */
export function itemToAsk(ids, rows) {
  const last = new Map(rows.map(({ item }, at) => [item, at]));
  const [first] = ids.toSorted((one, other) => (last.get(one) ?? -1) - (last.get(other) ?? -1));
  return first;
}

/**
 * What of a question its line has room for: the words before a listing.
 *
 * @param {string} text
 */
export function lead(text) {
  return text.split("```")[0].trim();
}

/**
 * Make the line live; the question is drawn once the line is opened.
 *
 * @param {HTMLDetailsElement} el it names its items, in the order of their ids
 * @param {{ bank: Bank, rows: Row[], store: Store, given: object }} has
 *   the module's bank, the answers so far, where new ones go, and what else a deck takes
 */
export function mountCheck(el, { bank, rows, store, given }) {
  const id = itemToAsk((el.dataset.items ?? "").split(" "), rows);
  const entry = bank.items.find(({ item }) => item === id);
  if (!entry) return; // the line and its link stay as the page came
  const says = lead(ask(bank, entry, 0).show.ask);
  el.querySelector("summary span")?.replaceChildren(...inline(says));
  const section = entry.feedback.section?.title ?? id;
  /** @type {Record<string, unknown>} */
  const values = { ...given, section, kinds: [entry.kind], count: 1, banks: [bank], items: [id] };
  const open = async () => {
    if (!el.open) return;
    el.removeEventListener("toggle", open);
    const place = node("div", { class: "certlab" });
    el.querySelector(":scope > p")?.replaceWith(place);
    await mountStored({ model: { get: (name) => values[name] }, el: place, store }, quizFace);
  };
  el.addEventListener("toggle", open);
  if (location.hash === `#${el.id}`) el.open = true;
  open();
}
