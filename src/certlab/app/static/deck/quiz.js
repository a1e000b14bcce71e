// @ts-check
/** A quiz: one question at a time, its verdict and reasons, a summary at the end. */

import { speak } from "../words.js";
import { quizFace } from "./quiz_face.js";
import { mountStored } from "./stored.js";
import { mount } from "./view.js";

/** A deck with banks of its own keeps its answers in the browser; others have Python behind them. */
export default {
  render: (context) => {
    speak(context);
    return context.model.get("banks") ? mountStored(context, quizFace) : mount(context, quizFace);
  },
};
