/** A quiz: one question at a time, its verdict and reasons, a summary at the end. */

import { drawAnswered } from "./answered.js";
import { drawCard, drawProblem, flag, flagButton, headLine, keyHints, primary } from "./card.js";
import { node } from "./dom.js";
import { drawEnd } from "./end.js";
import { readLink } from "./links.js";
import { drawConfidence, drawContext, drawQuestion, readEntry } from "./question.js";
import { mountStored } from "./stored.js";
import { go, mount, submit } from "./view.js";
import { speak, t } from "./words.js";

const END = {
  score: (values) => t("{n} of {count} right", values),
  get wrong() { return t("Wrong; open one to read why"); },
  get again() { return t("Ask the wrong ones again"); },
};

function draw(view) {
  const { deck } = view;
  if (deck.at >= deck.count) return drawEnd(view, END);
  return deck.answer ? drawAfter(view) : drawBefore(view);
}

function drawBefore(view) {
  const { deck, id } = view;
  const { show, draft, problem } = deck;
  const many = Math.min(show.options?.length ?? 0, 9);
  return drawCard({
    ...headLine(deck),
    label: t("Question {n} of {count}", { n: deck.at + 1, count: deck.count }),
    body: [
      drawContext(show),
      drawQuestion(show, draft, id, problem),
      drawProblem(problem, id),
      drawConfidence(draft, id),
    ],
    foot: [
      primary(t("Check answer")),
      flagButton(view),
      keyHints(...(many ? [[`1–${many}`, t("choose")]] : []), ["Enter", t("check")], ["F", t("flag")]),
    ],
    submit: () => check(view),
    entered: () => deck.keep(readEntry(view.form(), show)),
  });
}

function drawAfter(view) {
  const { deck, id } = view;
  const { feedback } = deck.answer;
  return drawCard({
    ...headLine(deck),
    label: t("Question {n} of {count}, answered", { n: deck.at + 1, count: deck.count }),
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

function check(view) {
  const { response, confidence } = readEntry(view.form(), view.deck.show);
  submit(view, response, confidence);
}

function press(key, view) {
  const { deck } = view;
  if (deck.at >= deck.count) return false;
  if (key === "enter") view.form().requestSubmit();
  else if (key === "f") flag(view);
  else return !deck.answer && choose(key, view);
  return true;
}

function choose(key, view) {
  const input = /^[1-9]$/.test(key) && view.form().querySelectorAll(".cl-choice input")[key - 1];
  if (!input) return false;
  input.focus();
  input.click();
  return true;
}

function arrived(view) {
  view.aim = ".cl-verdict";
  view.say(t("Recorded."));
}

const FACE = { get label() { return t("Quiz"); }, draw, press, arrived };

/** A deck with banks of its own keeps its answers in the browser; others have Python behind them. */
export default {
  render: (context) => {
    speak(context);
    return context.model.get("banks") ? mountStored(context, FACE) : mount(context, FACE);
  },
};
