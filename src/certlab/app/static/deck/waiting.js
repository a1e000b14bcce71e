// @ts-check
/**
 * What stands where a question is still on its way, or could not be loaded.
 *
 * @import { Deck } from "./deck.js"
 */

import { drawCard, headLine, primary } from "../card.js";
import { node } from "../dom.js";
import { t } from "../words.js";

/** @param {Deck} deck */
export function drawWaiting(deck) {
  const missing = deck.show.waits === "missing";
  const says = missing
    ? t("This question could not be loaded. Check the connection, then try again.")
    : t("The question is on its way.");
  return drawCard({
    ...headLine(deck),
    label: t("Question {n} of {count}", { n: deck.at + 1, count: deck.planned }),
    body: node("p", { class: "cl-note", tabindex: "-1", role: missing ? "alert" : "status" }, says),
    foot: missing ? primary(t("Try again")) : [],
    submit: () => {
      if (missing) deck.bring();
    },
  });
}
