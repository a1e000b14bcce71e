// @ts-check
/**
 * What the class counts a vote as, and what such a name says; certlab.classroom.service.tally names them.
 *
 * @import { Child } from "../../app/static/elements.d.ts"
 * @import { Option, Shown } from "../../app/static/question/items.d.ts"
 */

import { node } from "../../app/static/dom.js";
import { asTyped, LONGEST } from "../../app/static/grading/entries.js";
import { inline } from "../../app/static/text.js";
import { t } from "../../app/static/words.js";

const NAME = 80; // characters of a name
const STEPS = " > ";
export const OTHER = "(other)";

/**
 * The names that a response counts for; [] where there is none.
 *
 * @param {Shown} show
 * @param {any} response `any`: a response has the form that its kind gives it
 * @returns {string[]}
 */
export function namesOf({ kind }, response) {
  if (response === null || response === undefined) return [];
  if (kind === "numeric") return [short(`${response.number} ${response.unit ?? ""}`)];
  if (kind === "command") return [short(response)];
  if (kind === "order") return [response.join(STEPS).slice(0, NAME)];
  if (kind === "match" || kind === "cloze")
    return Object.entries(response).map(([id, text]) => `${id}: ${short(text)}`.slice(0, NAME));
  return [response].flat();
}

/** @param {string} text */
const short = (text) => asTyped(text.slice(0, LONGEST)).slice(0, NAME);

/**
 * What a name says to whoever voted: the words of an entry in place of its id.
 *
 * @param {Shown} show
 * @param {string} name
 * @returns {Child}
 */
export function nameWords(show, name) {
  if (name === OTHER) return t("Answers that only one person gave");
  if (show.kind === "order") {
    const steps = name.split(STEPS).map((id) => textOf(show.steps, id));
    const items = steps.map((step) => node("li", {}, inline(step)));
    return node("ol", {}, items);
  }
  const cut = name.indexOf(": ");
  const [id, said] = [name.slice(0, cut), name.slice(cut + 2)];
  if (show.kind === "match")
    return [inline(textOf(show.left, id)), " → ", inline(textOf(show.right, said))];
  if (show.kind === "cloze") {
    const n = show.gaps.findIndex((gap) => gap.id === id) + 1;
    return [t("Gap {n}", { n }), ": ", node("code", {}, said)];
  }
  return node("code", {}, name);
}

/**
 * @param {Option[]} entries
 * @param {string} id
 */
function textOf(entries, id) {
  return entries.find((entry) => entry.id === id)?.text ?? id;
}
