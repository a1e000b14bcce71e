// @ts-check
/**
 * A deck over a store, drawn.
 *
 * @import { WidgetModel } from "../elements.d.ts"
 * @import { Store } from "../store/store.js"
 * @import { DeckGiven, Face } from "./decks.d.ts"
 */

import { StoredModel } from "./model.js";
import { mount } from "./view.js";

const READING = 2_000; // milliseconds; by then all that the first question needs has come
const GIVEN = [
  ...["title", "pages", "surface", "banks", "kinds", "count"],
  ...["items", "exam", "section", "scope", "part"],
];

/**
 * Draw a deck whose questions come from `model`'s banks; returns what ends it.
 *
 * @param {{ model: Pick<WidgetModel, "get">, el: HTMLElement, store: Store }} context
 *   whose model holds what a DeckGiven has
 * @param {Face} face
 */
export async function mountStored({ model, el, store }, face) {
  const given = Object.fromEntries(GIVEN.map((name) => [name, model.get(name)]));
  const own = new StoredModel(store, /** @type {any} */ (given)); // a widget's traits have no types
  await own.begin();
  const leave = mount({ model: own, el }, face);
  onceSeen(el, () => own.fetchAhead());
  return leave;
}

/**
 * Call `act` once an element was on the screen, when its first question is being read.
 *
 * @param {HTMLElement} el
 * @param {() => unknown} act
 */
function onceSeen(el, act) {
  const watch = new IntersectionObserver((seen) => {
    if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
    watch.disconnect();
    setTimeout(act, READING);
  });
  watch.observe(el);
}
