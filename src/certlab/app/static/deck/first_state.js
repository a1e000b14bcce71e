// @ts-check
/**
 * What the model of a deck holds at first.
 *
 * @import { DeckGiven, DeckState } from "./decks.d.ts"
 */

import { dayHere } from "../dates.js";
import { t } from "../words.js";

/**
 * The state before anything was chosen.
 *
 * @param {DeckGiven} given
 * @returns {DeckState}
 */
export function firstState({ title, section = "", pages, notes = [], surface }) {
  return {
    title,
    section,
    pages,
    notes,
    today: dayHere(Date.now()),
    round: 0,
    retry: false,
    questions: [],
    answers: {},
    revealed: {},
    at: 0,
    last: null,
    left: 0,
    came: [],
    flags: [],
    drafts: {},
    silence: t("Your answer has not been saved yet; wait, then press again."),
    another: ["lab", "lite"].includes(surface)
      ? t("Run the cell again for another set.")
      : t("Reload the page for another set."),
  };
}
