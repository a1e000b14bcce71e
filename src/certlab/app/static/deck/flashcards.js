// @ts-check
/** Flashcards: recall, reveal, say whether you knew it. */

import { speak } from "../words.js";
import { cardFace } from "./card_face.js";
import { mountStored } from "./stored.js";
import { mount } from "./view.js";

/** A deck with banks of its own keeps its answers in the browser; others have Python behind them. */
export default {
  render: (context) => {
    speak(context);
    return context.model.get("banks") ? mountStored(context, cardFace) : mount(context, cardFace);
  },
};
