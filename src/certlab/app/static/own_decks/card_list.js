// @ts-check
/**
 * The cards of a deck: found by their words, changed and removed.
 *
 * @import { Edit, OwnCard } from "./own_decks.d.ts"
 * @typedef {object} Shown
 * @property {OwnCard[]} cards
 * @property {string} words that a card must have
 * @property {number} most so many are shown
 * @property {Edit | null} edit
 * @property {string} leaving the guid of the card that is about to be removed
 * @typedef {object} Acts
 * @property {(part: Partial<Shown>) => void} show
 * @property {(edit: Edit) => void} save
 * @property {(card: OwnCard) => void} remove
 */

import { node } from "../dom.js";
import { plain } from "../text.js";
import { t, tn } from "../words.js";

export const SHOWN = 25;

/**
 * @param {Shown} shown
 * @param {Acts} acts
 */
export function drawCards(shown, acts) {
  const { cards, words, most, edit } = shown;
  const wanted = words.toLocaleLowerCase();
  const found = cards.filter(({ ask, back }) =>
    `${ask}\n${back}`.toLocaleLowerCase().includes(wanted),
  );
  const more = found.length - most;
  const isThere = edit && found.slice(0, most).some(({ guid }) => guid === edit.guid);
  return node(
    "div",
    { class: "cl-own-cards" },
    cards.length > SHOWN ? drawFinder(words, acts) : null,
    edit && !isThere ? drawForm(edit, acts) : null, // what was typed is not lost with its card
    cards.length ? null : node("p", { class: "cl-muted" }, t("The deck has no cards.")),
    node(
      "ul",
      {},
      found.slice(0, most).map((card) => drawRow(card, shown, acts)),
    ),
    more > 0
      ? node(
          "button",
          {
            type: "button",
            "data-key": "more-cards",
            onclick: () => acts.show({ most: most + 100 }),
          },
          tn("{n} more card", "{n} more cards", more),
        )
      : null,
  );
}

/**
 * @param {string} words
 * @param {Acts} acts
 */
function drawFinder(words, { show }) {
  return node(
    "label",
    { class: "cl-small" },
    t("Find a card"),
    node("input", {
      type: "text",
      value: words,
      "data-key": "find-card",
      oninput: (event) => show({ words: event.currentTarget.value, most: SHOWN }),
    }),
  );
}

/**
 * @param {OwnCard} card
 * @param {Shown} shown
 * @param {Acts} acts
 */
function drawRow(card, { edit, leaving }, acts) {
  const { guid, rev, kind, ask, back } = card;
  if (edit?.guid === guid) return node("li", {}, drawForm(edit, acts));
  const button = (
    /** @type {string} */ key,
    /** @type {string} */ says,
    /** @type {() => void} */ onclick,
  ) =>
    node(
      "button",
      {
        type: "button",
        class: "cl-quiet",
        "data-key": `${key}-${guid}`,
        "aria-label": `${says}: ${plain(ask)}`,
        onclick,
      },
      says,
    );
  const begin = () => acts.show({ edit: { guid, rev, kind, ask, back, now: null }, leaving: "" });
  return node(
    "li",
    {},
    node("div", {}, node("strong", {}, plain(ask)), back ? node("p", {}, plain(back)) : null),
    node(
      "div",
      { class: "cl-own-buttons" },
      leaving === guid
        ? [
            node("span", {}, t("Remove this card?")),
            button("surely", t("Remove it"), () => acts.remove(card)),
            button("keep", t("Keep it"), () => acts.show({ leaving: "" })),
          ]
        : [
            button("edit", t("Change"), begin),
            button("remove", t("Remove"), () => acts.show({ leaving: guid })),
          ],
    ),
  );
}

/**
 * @param {Edit} edit
 * @param {Acts} acts
 */
function drawForm(edit, { show, save }) {
  const side = (/** @type {"ask" | "back"} */ name, /** @type {string} */ label) => {
    const field = node("textarea", {
      rows: 3,
      "data-key": `side-${name}`,
      // Not painted anew with each letter.
      oninput: () => {
        edit[name] = field.value;
      },
    });
    field.value = edit[name];
    return node("label", {}, label, field);
  };
  return node(
    "form",
    {
      "aria-label": t("Change the card"),
      onsubmit: (event) => {
        event.preventDefault();
        save(edit);
      },
    },
    edit.now
      ? node(
          "p",
          { class: "cl-small" },
          t("It says now: {ask}", { ask: plain(edit.now.ask) }),
          edit.now.back ? ` · ${plain(edit.now.back)}` : null,
        )
      : null,
    side("ask", t("Front of the card")),
    edit.kind === "card" ? side("back", t("Back of the card")) : null,
    node(
      "div",
      { class: "cl-own-buttons" },
      node("button", { type: "submit", class: "cl-primary", "data-key": "save-card" }, t("Save")),
      node(
        "button",
        { type: "button", "data-key": "cancel-card", onclick: () => show({ edit: null }) },
        t("Cancel"),
      ),
    ),
  );
}
