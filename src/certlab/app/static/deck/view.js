// @ts-check
/**
 * One drawing of a deck: repaints on change, keeps or moves the focus, hears keys.
 *
 * @import { Mounted } from "../elements.d.ts"
 * @import { DeckModel, DeckView, Face } from "./decks.d.ts"
 */

import { focusAgain, focusedAround, node } from "../dom.js";
import { listen, takeFocus } from "../keys.js";
import { spoken } from "../words.js";
import { Deck } from "./deck.js";
import { drawWaiting } from "./waiting.js";

/**
 * Draw a deck into `el` until the returned function is called.
 *
 * `face.arrived` is called when an answer of this drawing is recorded, `undone` when one was taken back.
 * A click beside a control gives the frame the focus, and so keeps the keys.
 *
 * @param {Mounted<DeckModel>} context
 * @param {Face} face
 */
export function mount({ model, el }, face) {
  const place = node("div", { class: "cl-frame", tabindex: "-1" });
  const status = node("p", { class: "cl-hidden", role: "status" });
  /** @type {DeckView} */
  const view = {
    deck: new Deck(model),
    id: `cl-${Math.random().toString(36).slice(2, 10)}`, // two drawings share a page
    aim: null, // selector of what takes the focus at the next painting
    origin: null, // what had the focus when an answer was sent, or taken back
    focused: () => focusedAround(el),
    form: () => /** @type {HTMLFormElement} */ (place.querySelector("form")), // a card is one
    control: (key) => place.querySelector(`[data-key="${CSS.escape(key)}"]`),
    say: (words) => {
      status.textContent = words;
    },
    paint,
  };

  function paint() {
    const now = view.focused();
    const inside = now !== null && place.contains(now);
    const key = inside ? now.dataset.key : null;
    place.replaceChildren(view.deck.show?.waits ? drawWaiting(view.deck) : face.draw(view));
    const same = key ? view.control(key) : null;
    const start = inside ? place.querySelector("[tabindex='-1']") : null;
    const aim = view.aim ? place.querySelector(view.aim) : null;
    focusAgain(aim ?? same ?? start, now);
    view.aim = null;
  }

  /** The learner may have gone on to another cell while the answer was on its way. */
  const heard = (/** @type {Face["undone"]} */ hear) => (/** @type {number} */ index) => {
    hear?.(view, index);
    const now = view.focused();
    if (now !== view.origin && now !== document.body && !place.contains(now)) view.aim = null;
  };

  el.classList.add("certlab");
  el.lang = spoken();
  const notes = model.get("notes").map((note) => node("p", { class: "cl-note" }, note));
  el.replaceChildren(
    node("div", { role: "group", "aria-label": face.label }, notes, place, status),
  );
  listen(place, (key) => !view.deck.show?.waits && face.press(key, view));
  const leave = view.deck.follow(paint, heard(face.arrived), heard(face.undone));
  paint();
  takeFocus(model, place);
  return () => {
    leave();
    el.replaceChildren();
  };
}

/**
 * Send what stands in the controls; where that is no answer, back to the control.
 *
 * @param {DeckView} view
 * @param {unknown} response
 * @param {string | null} confidence
 */
export function submit(view, response, confidence) {
  const { deck } = view;
  deck.keep({ response, confidence });
  view.origin = view.focused();
  if (deck.submit(response, confidence)) {
    view.control("primary")?.setAttribute("aria-disabled", "true");
  } else {
    view.aim = "[aria-invalid], .cl-choice input, .cl-moves button";
    view.paint();
  }
}

/**
 * Take back the last grade; whether there is one.
 *
 * @param {DeckView} view
 */
export function takeBack(view) {
  view.origin = view.focused();
  return view.deck.undo();
}

/**
 * Go on, with the focus on what comes.
 *
 * @param {DeckView} view
 * @param {() => void} step
 */
export function go(view, step) {
  view.aim = "[tabindex='-1']";
  view.say("");
  step();
}
