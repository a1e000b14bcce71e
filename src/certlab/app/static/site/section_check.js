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
 * Open the working of a question, where the page has one, as soon as there is a new answer to it.
 *
 * @param {string} id
 * @param {Store} store
 * @param {Row[]} before
 */
function unfold(id, store, before) {
  const working = document.getElementById(`working-${id}`);
  if (!(working instanceof HTMLDetailsElement)) return;
  const count = (/** @type {Row[]} */ rows) => rows.filter(({ item }) => item === id).length;
  const end = store.follow(async () => {
    if (count((await store.all()) ?? []) <= count(before)) return;
    working.open = true;
    end();
  });
}

/**
 * Make the line live; the question is fetched once the line is opened, or says another one than the page.
 *
 * @param {HTMLDetailsElement} el it names its items, in the order of their ids, and says the first
 * @param {{ bank: Bank, part: (module: string, part: number) => Promise<Bank>, rows: Row[],
 *   store: Store, given: object }} has
 *   the outline of the module's bank, what fetches its parts, the answers so far, where new ones go,
 *   and what else a deck takes
 */
export async function mountCheck(el, { bank, part, rows, store, given }) {
  const ids = (el.dataset.items ?? "").split(" ");
  const id = itemToAsk(ids, rows);
  const outlined = bank.items.find(({ item }) => item === id);
  if (!outlined) return; // the line and its link stay as the page came
  const fetched = async () => {
    const own = await part(bank.module, outlined.part ?? 0);
    const entry = own.items.find(({ item }) => item === id);
    if (!entry) throw new Error(`${id}: ${bank.module}/${outlined.part}`);
    return { own, entry };
  };
  const draw = async () => {
    const { own, entry } = await fetched();
    const section = el.dataset.title ?? entry.feedback.section?.title ?? id;
    /** @type {Record<string, unknown>} */
    const values = { ...given, section, kinds: [entry.kind], count: 1, banks: [own], items: [id] };
    const place = node("div", { class: "certlab" });
    el.querySelector(":scope > p")?.replaceWith(place);
    await mountStored({ model: { get: (name) => values[name] }, el: place, store }, quizFace);
    unfold(id, store, rows);
  };
  let drawn = false;
  const open = () => {
    if (!el.open || drawn) return;
    drawn = true;
    draw().catch((error) => {
      console.warn(error); // its link stays, and the next opening tries again
      drawn = false;
    });
  };
  el.addEventListener("toggle", open);
  if (location.hash === `#${el.id}`) el.open = true;
  open();
  if (id === ids[0]) return;
  const { own, entry } = await fetched();
  const says = lead(ask(own, entry, 0).show.ask);
  el.querySelector("summary span")?.replaceChildren(...inline(says));
}
