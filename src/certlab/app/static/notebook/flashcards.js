// @ts-check
/** Flashcards in a notebook. */

import { cardFace } from "../deck/card_face.js";
import { mountDeck } from "./deck.js";

export default { render: (context) => mountDeck(context, cardFace) };
