// @ts-check
/**
 * The three papers of an exam, at the start, beside a random one.
 *
 * @import { Choice, Mock, Offer } from "./exams.d.ts"
 */

import { node } from "../dom.js";
import { t } from "../words.js";
import { PAPERS } from "./parting.js";

const NUMBERS = Array.from({ length: PAPERS }, (_, place) => String(place + 1));

/**
 * The paper that is chosen; "" for a random one, also where the exam has no papers.
 *
 * @param {Offer} offer
 * @param {Choice} chosen
 */
export function paperOf({ papers }, { paper }) {
  return papers ? paper : "";
}

/**
 * The first of an exam's papers that was not sat yet; "" for a random one, once all were.
 *
 * @param {Offer} offer
 * @param {Mock[]} mocks
 */
function nextPaper({ code, papers }, mocks) {
  const sat = mocks.filter((mock) => mock.code === code).map(({ number }) => String(number));
  return papers ? (NUMBERS.find((number) => !sat.includes(number)) ?? "") : "";
}

/**
 * Offer the next paper of the chosen exam, each time that another sitting is known.
 *
 * @param {Choice} chosen
 * @param {Offer[]} ready
 * @param {Mock[]} mocks
 */
export function offerNext(chosen, ready, mocks) {
  const offer = ready.find(({ exam }) => exam === chosen.exam);
  if (!offer || chosen.sat === mocks.length) return;
  chosen.sat = mocks.length;
  chosen.paper = nextPaper(offer, mocks);
}

/**
 * What a link's number chooses: one of the three, or a seed.
 *
 * @param {Offer} offer
 * @param {number | undefined} number
 */
export function choiceOf({ papers }, number) {
  const name = number === undefined ? "" : String(number);
  return papers && NUMBERS.includes(name) ? { paper: name, seed: "" } : { paper: "", seed: name };
}

/**
 * A choice among them, with what came of those that were sat; null where the exam has none.
 *
 * @param {Offer} offer
 * @param {Choice} chosen
 * @param {Mock[]} mocks
 * @param {string} id
 */
export function drawPapers(offer, chosen, mocks, id) {
  if (!offer.papers) return null;
  const says = t(
    "The {n} papers share no question. A random exam shares questions with them, so it comes best after them.",
    { n: PAPERS },
  );
  return node(
    "fieldset",
    { class: "cl-sure" },
    node("legend", { title: says }, t("Paper")),
    [...NUMBERS, ""].map((number) =>
      node(
        "label",
        {},
        node("input", {
          type: "radio",
          name: `${id}-paper`,
          value: number,
          checked: number === chosen.paper,
          "data-key": `paper-${number || "random"}`,
        }),
        number ? t("Paper {n}", { n: number }) : t("random"),
        doneMark(offer, number, mocks),
      ),
    ),
    node("span", { class: "cl-small cl-muted" }, says),
  );
}

/**
 * That a paper was sat, and what it came to the last time.
 *
 * @param {Offer} offer
 * @param {string} number
 * @param {Mock[]} mocks
 */
function doneMark({ code }, number, mocks) {
  const sat = mocks.filter((mock) => mock.code === code && String(mock.number) === number).at(-1);
  if (!number || !sat) return null;
  const { percent } = sat;
  return node(
    "span",
    { class: "cl-muted" },
    node("span", { "aria-hidden": "true" }, " ✓ "),
    node("span", { class: "cl-hidden" }, ` ${t("done")} `),
    `${percent} %`,
  );
}
