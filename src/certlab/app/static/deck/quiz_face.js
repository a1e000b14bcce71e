// @ts-check
/** The face of a quiz: one question at a time, its verdict and reasons, a summary at the end. */

import { drawCard, drawProblem, flag, flagButton, headLine, keyHints, primary } from "../card.js";
import { drawAnswered } from "../question/answered.js";
import { readLink } from "../question/links.js";
import { drawConfidence, drawContext, drawQuestion, readEntry } from "../question/question.js";
import { t } from "../words.js";
import { drawEnd } from "./end.js";
import { go, submit } from "./view.js";

const QUIZ_END = {
  score: (values) => t("{n} of {count} right", values),
  get wrong() {
    return t("Missed: open one to see why");
  },
  get again() {
    return t("Ask the wrong ones again");
  },
};

function drawQuiz(view) {
  const { deck } = view;
  if (deck.at >= deck.count) return drawEnd(view, QUIZ_END);
  return deck.answer ? drawAfter(view) : drawBefore(view);
}

/** What a screen reader calls the card, which is not what it calls another section's. */
function named(deck, words) {
  const section = deck.model.get("section");
  return section ? `${section}: ${words}` : words;
}

function drawBefore(view) {
  const { deck, id } = view;
  const { show, draft, problem } = deck;
  const many = Math.min(show.options?.length ?? 0, 9);
  return drawCard({
    ...headLine(deck),
    label: named(deck, t("Question {n} of {count}", { n: deck.at + 1, count: deck.count })),
    body: [
      drawContext(show),
      drawQuestion(show, draft, id, problem),
      drawProblem(problem, id),
      drawConfidence(draft, id),
    ],
    foot: [
      primary(t("Check answer")),
      flagButton(view),
      keyHints(
        ...(many ? [[`1–${many}`, t("choose")]] : []),
        ["Enter", t("check")],
        ["F", t("flag")],
      ),
    ],
    submit: () => checkEntry(view),
    entered: () => deck.keep(readEntry(view.form(), show)),
  });
}

function drawAfter(view) {
  const { deck, id } = view;
  const { feedback } = deck.answer;
  return drawCard({
    ...headLine(deck),
    label: named(
      deck,
      t("Question {n} of {count}, answered", { n: deck.at + 1, count: deck.count }),
    ),
    body: drawAnswered(deck.show, deck.answer, id, deck.model.get("today")),
    foot: [
      primary(deck.finished ? t("Summary") : t("Next item")),
      readLink(feedback.section, deck.model.get("pages")),
      flagButton(view),
      keyHints(["Enter", deck.finished ? t("summary") : t("next")], ["F", t("flag")]),
    ],
    submit: () => go(view, () => deck.next()),
  });
}

function checkEntry(view) {
  const { response, confidence } = readEntry(view.form(), view.deck.show);
  submit(view, response, confidence);
}

function pressQuiz(key, view) {
  const { deck } = view;
  if (deck.at >= deck.count) return false;
  if (key === "enter") view.form().requestSubmit();
  else if (key === "f") flag(view);
  else return !deck.answer && chooseByKey(key, view);
  return true;
}

function chooseByKey(key, view) {
  const input = /^[1-9]$/.test(key) && view.form().querySelectorAll(".cl-choice input")[key - 1];
  if (!input) return false;
  input.focus();
  input.click();
  return true;
}

function quizArrived(view) {
  view.aim = ".cl-verdict";
  view.say(t("Recorded."));
}

/** What view.js draws and asks. */
export const quizFace = {
  get label() {
    return t("Quiz");
  },
  draw: drawQuiz,
  press: pressQuiz,
  arrived: quizArrived,
};
