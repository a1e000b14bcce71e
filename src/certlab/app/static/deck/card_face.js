// @ts-check
/**
 * The face of flashcards: recall, reveal, say whether you knew it.
 *
 * @import { Deck } from "./deck.js"
 * @import { DeckView, EndWords, Face } from "./decks.d.ts"
 * @import { Answer, Feedback } from "../question/items.d.ts"
 */

import { drawCard, drawProblem, flag, flagButton, headLine, keyHints, primary } from "../card.js";
import { dueWords } from "../dates.js";
import { drawRows, node } from "../dom.js";
import { drawVerdict, sourceRows } from "../question/answered.js";
import { readLink } from "../question/links.js";
import { drawMistake } from "../question/mistake.js";
import { inline } from "../text.js";
import { t } from "../words.js";
import { drawEnd } from "./end.js";
import { go, submit, takeBack } from "./view.js";

/** @type {EndWords} */
const CARDS_END = {
  score: (values) => t("{n} of {count} known", values),
  get wrong() {
    return t("Forgotten; open one to read it");
  },
  get again() {
    return t("Ask the forgotten ones again");
  },
};
/**
 * Anki's keys on two grades: 1 is its "again"; 2, 3 and 4 are its "hard", "good" and "easy".
 *
 * @type {Record<string, "known" | "forgotten">}
 */
const GRADES = { 1: "forgotten", 2: "known", 3: "known", 4: "known", " ": "known", enter: "known" };

/** @param {DeckView} view */
function drawFlashcard(view) {
  const { deck, id } = view;
  if (deck.at >= deck.count) return drawEnd(view, CARDS_END, undoButton(view));
  const { answer, back } = deck;
  const turned = answer?.feedback ?? back;
  return drawCard({
    ...headLine(deck),
    label: deck.repeated
      ? t("Card, asked again")
      : t("Card {n} of {count}", { n: deck.at + 1, count: deck.planned }),
    body: [drawSides(deck, turned), drawProblem(deck.problem, id)],
    foot: answer ? afterFoot(view, answer) : turned ? gradeFoot(view) : frontFoot(view),
    submit: () => actOnCard(view),
  });
}

/**
 * @param {Deck} deck
 * @param {Feedback | undefined} turned what its back says, once it is turned
 */
function drawSides(deck, turned) {
  const { show, answer } = deck;
  const front = node(
    "p",
    { class: "cl-ask cl-front", tabindex: turned ? null : "-1" },
    inline(show.ask),
  );
  if (!turned) return front;
  const due = answer?.due ? dueWords(answer.due, deck.model.get("today")) : null;
  return node(
    "div",
    { class: "cl-after" },
    answer ? drawVerdict(cardWords(answer.verdict), answer.verdict.say) : null,
    front,
    node(
      "div",
      { class: "cl-back", tabindex: answer ? null : "-1" },
      node("p", {}, inline(turned.back)),
      turned.explain ? node("p", { class: "cl-small cl-muted" }, inline(turned.explain)) : null,
    ),
    drawRows([...sourceRows(turned), [t("Next due"), due]]),
    answer ? drawMistake(show.item, answer.response, turned) : null,
  );
}

/**
 * @param {Answer["verdict"]} verdict
 * @returns {["right" | "wrong", string]}
 */
function cardWords({ outcome }) {
  return outcome === "correct" ? ["right", t("Knew it")] : ["wrong", t("Forgotten")];
}

/** @param {DeckView} view */
function frontFoot(view) {
  return [
    primary(t("Show the back")),
    flagButton(view),
    undoButton(view),
    keyHints([t("Space"), t("show")], ...undoHint(view), ["F", t("flag")]),
  ];
}

/** @param {DeckView} view */
function gradeFoot(view) {
  return [
    primary(t("Knew it")),
    node(
      "button",
      { type: "button", "data-key": "forgotten", onclick: () => judge(view, "forgotten") },
      t("Forgotten"),
    ),
    flagButton(view),
    undoButton(view),
    keyHints(
      ["1", t("forgotten")],
      ["2–4", t("knew it")],
      [t("Space"), t("knew it")],
      ...undoHint(view),
      ["F", t("flag")],
    ),
  ];
}

/**
 * @param {DeckView} view
 * @param {Answer} answer
 */
function afterFoot(view, answer) {
  const { deck } = view;
  return [
    primary(deck.finished ? t("Summary") : t("Next card")),
    readLink(answer.feedback.section, deck.model.get("pages")),
    flagButton(view),
    undoButton(view),
  ];
}

/**
 * Takes back the last grade, whichever card shows; null while there is none.
 *
 * @param {DeckView} view
 */
function undoButton(view) {
  if (view.deck.last === null) return null;
  return node(
    "button",
    { type: "button", class: "cl-quiet", "data-key": "undo", onclick: () => takeBack(view) },
    t("Undo"),
  );
}

/** @param {DeckView} view */
function undoHint({ deck }) {
  return deck.last === null ? [] : [["U", t("undo")]];
}

/**
 * The primary action: turn the card, say it was known, or go on.
 *
 * @param {DeckView} view
 */
function actOnCard(view) {
  const { deck } = view;
  if (deck.answer) go(view, () => deck.next());
  else if (deck.back) judge(view, "known");
  else go(view, () => deck.reveal());
}

/**
 * @param {DeckView} view
 * @param {"known" | "forgotten"} response
 */
function judge(view, response) {
  submit(view, response, null);
}

/**
 * @param {string} key
 * @param {DeckView} view
 */
function pressCard(key, view) {
  const { deck } = view;
  if (key === "u") return takeBack(view);
  if (deck.at >= deck.count) return false;
  const asks = deck.back && !deck.answer;
  if (key === "f") flag(view);
  else if (asks && GRADES[key]) judge(view, GRADES[key]);
  else if (!asks && (key === "enter" || key === " ")) actOnCard(view);
  else return false;
  return true;
}

/**
 * A card was graded by the learner, so nothing needs reading: on to the next.
 *
 * @param {DeckView} view
 * @param {number} index
 */
function cardArrived(view, index) {
  const { deck } = view;
  const answer = deck.answerTo(index);
  if (!answer) return; // taken back meanwhile
  const { verdict, due } = answer;
  if (deck.at === index) go(view, () => deck.next());
  const recorded =
    verdict.outcome === "correct" ? t("Recorded: known.") : t("Recorded: forgotten.");
  const next = due ? t("Next due {when}.", { when: dueWords(due, deck.model.get("today")) }) : "";
  view.say(`${recorded} ${next}`);
}

/**
 * What view.js draws and asks.
 *
 * @type {Face & Required<Pick<Face, "undone">>}
 */
export const cardFace = {
  get label() {
    return t("Flashcards");
  },
  draw: drawFlashcard,
  press: pressCard,
  arrived: cardArrived,
  undone: cardUndone,
};

/**
 * It is asked again, from its front.
 *
 * @param {DeckView} view
 */
function cardUndone(view) {
  view.aim = ".cl-front";
  view.say(t("Taken back. The card is asked again."));
}
