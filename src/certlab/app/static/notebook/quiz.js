// @ts-check
/** A quiz in a notebook. */

import { quizFace } from "../deck/quiz_face.js";
import { mountDeck } from "./deck.js";

export default { render: (context) => mountDeck(context, quizFace) };
