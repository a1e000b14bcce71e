// @ts-check
/**
 * The face of a quiz: one question at a time, its verdict and reasons, a summary at the end.
 *
 * @import { Answer } from "../question/items.d.ts"
 * @import { DeckView, EndWords, Face } from "./decks.d.ts"
 */

import { drawCard, drawProblem, flag, flagButton, headLine, keyHints, primary } from "../card.js";
import { drawAnswered } from "../question/answered.js";
import { readLink } from "../question/links.js";
import { answerKeys, pressAnswer } from "../question/option_keys.js";
import { drawConfidence, drawContext, drawQuestion, readEntry } from "../question/question.js";
import { t } from "../words.js";
import { drawEnd } from "./end.js";
import { go, submit } from "./view.js";

/** @type {EndWords} */
const QUIZ_END = {
  score: (values) => t("{n} of {count} right", values),
  get wrong() {
    return t("Missed: open one to see why");
  },
  get again() {
    return t("Ask the wrong ones again");
  },
};

/** @param {DeckView} view */
function drawQuiz(view) {
  const { deck } = view;
  if (deck.at >= deck.count) return drawEnd(view, QUIZ_END);
  return deck.answer ? drawAfter(view, deck.answer) : drawBefore(view);
}

/**
 * What a screen reader calls the card, which is not what it calls another section's.
 *
 * @param {DeckView["deck"]} deck
 * @param {string} words
 */
function named(deck, words) {
  const section = deck.model.get("section");
  return section ? `${section}: ${words}` : words;
}

/** @param {DeckView} view */
function drawBefore(view) {
  const { deck, id } = view;
  const { show, draft, problem } = deck;
  return drawCard({
    ...headLine(deck),
    label: named(
      deck,
      deck.repeated
        ? t("Question, asked again")
        : t("Question {n} of {count}", { n: deck.at + 1, count: deck.planned }),
    ),
    body: [
      drawContext(show),
      drawQuestion(show, draft, id, problem),
      drawProblem(problem, id),
      drawConfidence(draft, id),
    ],
    foot: [
      primary(t("Check answer")),
      flagButton(view),
      keyHints(...answerKeys(show), ["Enter", t("check")], ["F", t("flag")]),
    ],
    submit: () => checkEntry(view),
    entered: () => deck.keep(readEntry(view.form(), show)),
  });
}

/**
 * @param {DeckView} view
 * @param {Answer<any>} answer
 */
function drawAfter(view, answer) {
  const { deck, id } = view;
  return drawCard({
    ...headLine(deck),
    label: named(
      deck,
      deck.repeated
        ? t("Question, asked again, answered")
        : t("Question {n} of {count}, answered", { n: deck.at + 1, count: deck.planned }),
    ),
    body: drawAnswered(deck.show, answer, id, deck.model.get("today")),
    foot: [
      primary(deck.finished ? t("Summary") : t("Next item")),
      readLink(answer.feedback.section, deck.model.get("pages")),
      flagButton(view),
      keyHints(["Enter", deck.finished ? t("summary") : t("next")], ["F", t("flag")]),
    ],
    submit: () => go(view, () => deck.next()),
  });
}

/** @param {DeckView} view */
function checkEntry(view) {
  const { response, confidence } = readEntry(view.form(), view.deck.show);
  submit(view, response, confidence);
}

/**
 * @param {string} key
 * @param {DeckView} view
 */
function pressQuiz(key, view) {
  const { deck } = view;
  if (deck.at >= deck.count) return false;
  if (key === "enter") view.form().requestSubmit();
  else if (key === "f") flag(view);
  else return !deck.answer && pressAnswer(key, view.form());
  return true;
}

/** @param {DeckView} view */
function quizArrived(view) {
  view.aim = ".cl-verdict";
  view.say(t("Recorded."));
}

/**
 * What view.js draws and asks.
 *
 * @type {Face}
 */
export const quizFace = {
  get label() {
    return t("Quiz");
  },
  draw: drawQuiz,
  press: pressQuiz,
  arrived: quizArrived,
};
