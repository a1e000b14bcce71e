// @ts-check
/**
 * The card all questions stand in: a head line, a body, a foot with its buttons.
 *
 * @import { DeckView } from "./deck/decks.d.ts"
 * @import { Attributes, Child } from "./elements.d.ts"
 * @import { Problem } from "./question/items.d.ts"
 */

import { icon, node } from "./dom.js";
import { t } from "./words.js";

/**
 * One card. `submit` is the primary action, by its button, Enter or a phone's Go key.
 *
 * @param {{ label: string, left: Child, right: Child, body: Child, foot: Child,
 *   submit: () => void, entered?: Attributes<HTMLFormElement>["oninput"] }} parts
 */
export function drawCard({ label, left, right, body, foot, submit, entered }) {
  return node(
    "form",
    {
      class: "cl-item",
      "aria-label": label,
      novalidate: true,
      oninput: entered,
      onsubmit: (event) => {
        event.preventDefault();
        submit();
      },
    },
    node(
      "div",
      { class: "cl-head" },
      node("span", {}, left),
      node("span", { class: "cl-place" }, right),
    ),
    node("div", { class: "cl-body" }, body),
    node("div", { class: "cl-foot" }, foot),
  );
}

/** @type {Record<string, () => string>} */
const LEVELS = { recall: () => t("recall"), apply: () => t("apply"), analyse: () => t("analyse") };

/**
 * Module, objective and level of an item, and its place in the deck.
 *
 * @param {DeckView["deck"]} deck
 */
export function headLine(deck) {
  // `label` is the objective of the learner's own exam, "" where the item is of none of it.
  if (deck.show.deck) return { left: ownLine(deck, deck.show.deck), right: placeWords(deck) };
  const { module, objective, label = objective, level } = deck.show;
  const lead = deck.model.get("lead");
  return {
    left: lead
      ? leadLine(lead, label)
      : [module, label, LEVELS[level]?.() ?? level].filter(Boolean).join(" · "),
    right: placeWords(deck),
  };
}

/**
 * Whose card it is: of no module, and for no exam.
 *
 * @param {DeckView["deck"]} deck
 * @param {string} name
 */
function ownLine(deck, name) {
  const [title, ...more] = deck.model.get("lead") ?? [];
  const own = t("your own card, deck {name}", { name });
  return title ? [node("strong", {}, title), [...more, own].map((part) => ` · ${part}`)] : own;
}

/**
 * Where in the set: of how many, which does not grow; of what comes again, how much is left.
 *
 * @param {DeckView["deck"]} deck
 */
function placeWords(deck) {
  const place = { n: deck.at + 1, count: deck.planned };
  const left = deck.model.get("left");
  if (deck.repeated)
    return left && !deck.finished ? t("again: {n} at most", { n: left }) : t("again");
  return deck.model.get("retry")
    ? t("again: item {n} of {count}", place)
    : t("item {n} of {count}", place);
}

/**
 * What a set is of, before the objective of its item.
 *
 * @param {string[]} lead
 * @param {string} label
 */
function leadLine([title, ...more], label) {
  const rest = more.map((part) => ` · ${part}`);
  const objective = label ? node("span", { class: "cl-where-wide" }, ` · ${label}`) : null;
  return [node("strong", {}, title), ...rest, objective];
}

/** @param {string} word */
export function primary(word) {
  return node("button", { type: "submit", class: "cl-primary", "data-key": "primary" }, word);
}

/**
 * A flag the learner sets for themselves; the end lists what was flagged.
 *
 * @param {DeckView} view
 */
export function flagButton(view) {
  const { flagged } = view.deck;
  return node(
    "button",
    {
      type: "button",
      class: "cl-quiet",
      "aria-pressed": String(flagged),
      "data-key": "flag",
      onclick: () => flag(view),
    },
    icon("flag"),
    flagged ? t("Flagged") : t("Flag"),
  );
}

/** @param {DeckView} view */
export function flag(view) {
  view.deck.flag();
  view.say(view.deck.flagged ? t("Flagged.") : t("Flag removed."));
}

/**
 * What the keys do, for the eye; each key has a control that does the same.
 *
 * @param {string[][]} pairs of a key and what it does
 */
export function keyHints(...pairs) {
  return node(
    "p",
    { class: "cl-keys", "aria-hidden": "true" },
    pairs.map(([key, does]) => node("span", {}, node("kbd", {}, key), ` ${does}`)),
  );
}

/**
 * Why an entry was not taken.
 *
 * @param {Problem | null} problem
 * @param {string} id
 */
export function drawProblem(problem, id) {
  if (!problem) return null;
  return node(
    "p",
    { class: "cl-problem", id: `${id}-problem`, role: "alert" },
    icon("note"),
    node("span", {}, problem.say),
  );
}
