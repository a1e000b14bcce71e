// @ts-check
/**
 * The end of a deck: how it went, what to read again, what comes back when.
 *
 * @import { Child } from "../elements.d.ts"
 * @import { DeckView, EndWords } from "./decks.d.ts"
 */

import { drawCard, drawProblem, primary } from "../card.js";
import { drawRows, icon, node } from "../dom.js";
import { plain } from "../text.js";
import { t } from "../words.js";
import { go } from "./view.js";

/**
 * @param {DeckView} view
 * @param {EndWords} words as this deck says them
 * @param {Child} more what else stands in the foot
 */
export function drawEnd(view, words, more = null) {
  const { deck } = view;
  const { wrong, open, planned: count } = deck;
  const flagged = [...deck.questions.keys()].filter((index) => deck.isFlagged(index));
  return drawCard({
    label: [deck.model.get("section"), t("The end of this set")].filter(Boolean).join(": "),
    left: deck.model.get("title"),
    right: t("{n} of {count}", { n: count, count }),
    body: node(
      "div",
      { class: "cl-after" },
      node(
        "p",
        { class: "cl-score", tabindex: "-1" },
        words.score({ n: count - wrong.length, count }),
      ),
      drawList(view, words.wrong, "wrong", wrong),
      drawList(view, t("Flagged"), "flag", flagged),
      askedAgain(deck) ? drawRows([[t("Asked again"), askedAgain(deck)]]) : null,
      node(
        "div",
        { class: "cl-small" },
        deck.model.get("came").map((line) => node("p", {}, line)),
      ),
      drawProblem(deck.problem, view.id),
    ),
    foot: [
      open.length
        ? [primary(words.again), node("p", { class: "cl-small cl-muted" }, t("Retries count too."))]
        : node("p", { class: "cl-small cl-muted" }, [
            t("Nothing to ask again."),
            " ",
            deck.model.get("another"),
          ]),
      more,
    ],
    submit: () => {
      if (open.length) go(view, () => deck.again());
    },
  });
}

/**
 * @param {DeckView} view
 * @param {string} title
 * @param {"wrong" | "flag"} mark
 * @param {number[]} indexes
 */
function drawList(view, title, mark, indexes) {
  if (!indexes.length) return null;
  return node(
    "div",
    {},
    node("p", { class: "cl-small cl-muted" }, title),
    node(
      "ul",
      { class: "cl-list" },
      indexes.map((index) =>
        node(
          "li",
          {},
          node(
            "button",
            {
              type: "button",
              class: `cl-row cl-is-${mark}`,
              "data-key": `${mark}-${index}`,
              onclick: () => go(view, () => view.deck.go(index)),
            },
            icon(mark),
            node("span", {}, plain(view.deck.questions[index].ask)),
          ),
        ),
      ),
    ),
  );
}

/**
 * "2 of 3 right": of what came again by itself.
 *
 * @param {DeckView["deck"]} deck
 */
function askedAgain(deck) {
  const again = [...deck.questions.keys()].slice(deck.planned);
  const n = again.filter((index) => deck.answerTo(index)?.verdict.outcome === "correct").length;
  return again.length ? t("{n} of {count} right", { n, count: again.length }) : null;
}
