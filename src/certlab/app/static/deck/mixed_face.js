// @ts-check
/**
 * The face of a deck that holds questions and cards.
 *
 * @import { DeckView, Face } from "./decks.d.ts"
 */

import { cardFace } from "./card_face.js";
import { quizFace } from "./quiz_face.js";

/**
 * @param {DeckView} view
 * @param {number} index
 */
function faceOf({ deck }, index = deck.at) {
  return deck.questions[index]?.kind === "card" ? cardFace : quizFace;
}

/**
 * What view.js draws and asks.
 *
 * @type {Face}
 */
export const mixedFace = {
  get label() {
    return quizFace.label;
  },
  draw: (view) => faceOf(view).draw(view),
  press: (key, view) => faceOf(view).press(key, view),
  arrived: (view, index) => faceOf(view, index).arrived(view, index),
  undone: (view, index) => cardFace.undone(view, index),
};
