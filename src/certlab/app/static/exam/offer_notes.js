// @ts-check
/**
 * What a learner should know of a draw: what it leaves out, and how its time was set.
 *
 * @import { Drawn, Labs, Lack } from "./exams.d.ts"
 */

import { t, tn } from "../words.js";
import { isPartPaper, unaskedPercent } from "./paper.js";

/**
 * What a learner should know of the draw before they begin.
 *
 * @param {Drawn} offer
 * @param {Labs | null} labs
 */
export function offerNotes(offer, labs = null) {
  const { total_weight: total, seats } = offer;
  const lacks = seats.flatMap((seat) => seat.lacks);
  return [
    emptyNote(offer, lacks),
    total !== 100
      ? t("The published weights sum to {total} %; each is taken as its share of that sum.", {
          total,
        })
      : null,
    shortNote(lacks),
    labs?.hands_on_labs ? labsNote(labs) : null,
  ].filter(Boolean);
}

/** An objective as its exam numbers it. */
const numberOf = (/** @type {Lack} */ { objective }) => objective.slice(objective.indexOf(".") + 1);

const withCommas = (/** @type {string[]} */ words) =>
  words.reduce((list, next) => (list ? t("{list}, {next}", { list, next }) : next), "");

/**
 * The objectives that nothing could be drawn for, and whether they make this a part-paper.
 *
 * @param {Drawn} offer
 * @param {Lack[]} lacks
 */
function emptyNote(offer, lacks) {
  const empty = lacks.filter(({ filled }) => !filled).map(numberOf);
  if (!empty.length) return null;
  const told = { percent: Math.round(unaskedPercent(offer)), list: withCommas(empty) };
  return isPartPaper(offer)
    ? tn(
        "This is a part-paper, because no question could be drawn for {percent} % of this exam: objective {list}.",
        "This is a part-paper, because no question could be drawn for {percent} % of this exam: objectives {list}.",
        empty.length,
        told,
      )
    : tn(
        "No question could be drawn for {percent} % of this exam: objective {list}.",
        "No question could be drawn for {percent} % of this exam: objectives {list}.",
        empty.length,
        told,
      );
}

/**
 * The objectives that have questions, and fewer than places.
 *
 * @param {Lack[]} lacks
 */
function shortNote(lacks) {
  const short = lacks
    .filter(({ filled, wanted }) => filled > 0 && filled < wanted)
    .map((one) =>
      t("objective {objective} ({filled} of {wanted})", {
        objective: numberOf(one),
        filled: one.filled,
        wanted: one.wanted,
      }),
    );
  if (!short.length) return null;
  return t("Too few questions could be drawn for {missing}.", { missing: withCommas(short) });
}

/**
 * That labs are no part of this, and what time is left to the questions beside them.
 *
 * @param {Labs} offer
 */
function labsNote({ hands_on_labs: labs, questions, whole_minutes: whole, given }) {
  const note = tn(
    "The exam has {n} hands-on lab too, which is not part of this.",
    "The exam has {n} hands-on labs too, which are not part of this.",
    labs,
  );
  if (given === whole) return note;
  const time = t(
    "Its {whole} minutes are for both. Its {questions} questions have {minutes} of them here, because study plans of candidates give about {lab} minutes to each lab; that figure is not official, and you may choose another time.",
    { whole, questions, minutes: given, lab: Math.round((whole - given) / labs) },
  );
  return `${note} ${time}`;
}
