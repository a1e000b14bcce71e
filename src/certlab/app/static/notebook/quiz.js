// @ts-check
/**
 * A quiz in a notebook.
 *
 * @import { PythonContext } from "./python.js"
 */

import { quizFace } from "../deck/quiz_face.js";
import { mountDeck } from "./deck.js";

/** @type {{ render: (context: PythonContext) => unknown }} */
export default { render: (context) => mountDeck(context, quizFace) };
