// @ts-check
/**
 * The import of a deck: its button, the question where such a deck is there, and what came of it.
 *
 * @import { Taken } from "./own_decks.d.ts"
 */

import { node } from "../dom.js";
import { t, tn } from "../words.js";

const TAKEN = ".apkg,.txt,.tsv,.gift,.json,.md,.markdown,text/plain";
export const LARGEST = 256 * 2 ** 20; // bytes, as certlab.app.own_decks has it

/** @param {(file: File) => void} chosen */
export function drawImport(chosen) {
  const file = node("input", {
    type: "file",
    accept: TAKEN,
    class: "cl-hidden",
    tabindex: "-1",
    "aria-hidden": "true",
    "data-key": "deck-file",
    onchange: () => {
      const [one] = file.files ?? [];
      if (one) chosen(one);
      file.value = ""; // the same file may be chosen again
    },
  });
  return [
    node(
      "button",
      { type: "button", "data-key": "import-deck", onclick: () => file.click() },
      t("Import a deck"),
    ),
    file,
  ];
}

/**
 * A deck of the file's name is there: nothing was written yet.
 *
 * @param {string} name
 * @param {(how: string) => void} decide "" for neither
 */
export function drawThere(name, decide) {
  const button = (/** @type {string} */ how, /** @type {string} */ says) =>
    node("button", { type: "button", "data-key": `how-${how}`, onclick: () => decide(how) }, says);
  return node(
    "div",
    { class: "cl-own-asked", role: "group", "aria-label": t("A deck of this name is there") },
    node(
      "p",
      {},
      t(
        "You have a deck {name} already, and nothing was written. Bring it up to date: cards that the file has too become as they are there, the others stay. Or keep both.",
        { name },
      ),
    ),
    node(
      "div",
      { class: "cl-own-buttons" },
      button("update", t("Bring it up to date")),
      button("beside", t("Keep both")),
      button("", t("Cancel")),
    ),
  );
}

/**
 * How many cards came, and each that did not, with its reason.
 *
 * @param {Taken} taken
 */
export function drawTaken({ deck, added, updated, known, copy, notes, more }) {
  const came = added + updated + known;
  const says = came
    ? t("{deck}: {added} new cards, {updated} changed, {known} as before.", {
        deck,
        added,
        updated,
        known,
      })
    : t("{deck}: no card came in, and nothing is written.", { deck });
  const lost = notes.filter((one) => one.lost);
  const changed = notes.filter((one) => !one.lost);
  return [
    node("p", { role: "status" }, says),
    copy
      ? node("p", { class: "cl-small" }, t("As it was it lies in {path}.", { path: copy }))
      : null,
    drawNotes(t("What did not come in"), lost),
    drawNotes(t("What came in changed"), changed),
    more
      ? node("p", { class: "cl-small" }, tn("and {n} more note", "and {n} more notes", more))
      : null,
  ];
}

/**
 * @param {string} title
 * @param {Taken["notes"]} notes
 */
function drawNotes(title, notes) {
  if (!notes.length) return null;
  return node(
    "details",
    { class: "cl-small", open: notes.length < 6 },
    node("summary", { "data-key": `notes-${title}` }, `${title} (${notes.length})`),
    node(
      "ul",
      {},
      notes.map(({ where, says }) => node("li", {}, `${where}: ${says}`)),
    ),
  );
}
