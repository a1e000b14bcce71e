// @ts-check
/**
 * A row for each deck, and what lies beside them: removed decks and files that cannot be read.
 *
 * @import { Child } from "../elements.d.ts"
 * @import { OwnDeck, RemovedDeck } from "./own_decks.d.ts"
 */

import { node } from "../dom.js";
import { t, tn } from "../words.js";

/**
 * @param {OwnDeck} one
 * @param {{ open: boolean, leaving: boolean, folder: string }} state
 * @param {{ drill: () => void, unfold: () => void, leave: (leaving: boolean) => void, remove: () => void, inside: Child }} acts
 */
export function drawDeck(one, { open, leaving, folder }, acts) {
  const { deck, name, cards } = one;
  const button = (
    /** @type {string} */ key,
    /** @type {string} */ says,
    /** @type {() => void} */ onclick,
    more = {},
  ) =>
    node(
      "button",
      {
        type: "button",
        "data-key": `${key}-${deck}`,
        "aria-label": `${says}: ${name}`,
        onclick,
        ...more,
      },
      says,
    );
  const asked = node(
    "p",
    {},
    t("Remove the deck {name}? Its file goes to {folder}, and you can put it back.", {
      name,
      folder: `${folder}/removed`,
    }),
  );
  return node(
    "li",
    {},
    node(
      "div",
      { class: "cl-own-deck" },
      node("div", {}, node("strong", {}, name), node("small", {}, countWords(one))),
      node(
        "div",
        { class: "cl-own-buttons" },
        cards ? button("drill", t("Drill this deck"), acts.drill) : null,
        button("cards", t("Cards"), acts.unfold, { "aria-expanded": String(open) }),
        button("remove-deck", t("Remove"), () => acts.leave(true)),
      ),
    ),
    leaving
      ? node(
          "div",
          { class: "cl-own-asked", role: "group", "aria-label": t("Remove the deck?") },
          asked,
          node(
            "div",
            { class: "cl-own-buttons" },
            button("surely-deck", t("Remove the deck"), acts.remove),
            button("keep-deck", t("Keep it"), () => acts.leave(false)),
          ),
        )
      : null,
    acts.inside,
  );
}

/** @param {OwnDeck} one */
function countWords({ cards, due, fresh }) {
  return [
    tn("{n} card", "{n} cards", cards),
    due ? t("{n} due today", { n: due }) : "",
    fresh ? t("{n} new", { n: fresh }) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** @param {string[]} problems */
export function drawProblems(problems) {
  if (!problems.length) return null;
  return node(
    "ul",
    { class: "cl-small cl-problems" },
    problems.map((says) => node("li", {}, says)),
  );
}

/**
 * @param {RemovedDeck[]} removed
 * @param {(deck: string) => void} restore
 */
export function drawRemoved(removed, restore) {
  if (!removed.length) return null;
  return node(
    "details",
    { class: "cl-small" },
    node(
      "summary",
      { "data-key": "removed-decks" },
      tn("{n} removed deck", "{n} removed decks", removed.length),
    ),
    node(
      "ul",
      { class: "cl-own-decks" },
      removed.map(({ deck, name, path }) =>
        node(
          "li",
          { class: "cl-own-deck" },
          node("div", {}, name, node("small", {}, path)),
          node(
            "button",
            {
              type: "button",
              "data-key": `restore-${deck}`,
              "aria-label": t("Put back: {name}", { name }),
              onclick: () => restore(deck),
            },
            t("Put back"),
          ),
        ),
      ),
    ),
  );
}
