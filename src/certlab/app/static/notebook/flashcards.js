// @ts-check
/**
 * Flashcards in a notebook.
 *
 * @import { PythonContext } from "./python.js"
 */

import { cardFace } from "../deck/card_face.js";
import { mountDeck } from "./deck.js";

/** @type {{ render: (context: PythonContext) => unknown }} */
export default { render: (context) => mountDeck(context, cardFace) };
