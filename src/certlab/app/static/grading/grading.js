// @ts-check
/**
 * Grading: a key and a response in, one of three outcomes out.
 *
 * `certlab.study.grading` has the same rules; one file of vectors holds the two equal. In a
 * notebook the key stays in Python and only `unusable` runs here; a static page calls `grade`.
 *
 * @import { Shown } from "../question/items.d.ts"
 * @import { Key, Kind, Limits, MultiKey, Verdict } from "./keys.d.ts"
 */

import { t } from "../words.js";
import { gradeCommand, refuseLine } from "./commands.js";
import { isTooLong, LONGEST } from "./entries.js";
import { gradeCloze, refuseGaps } from "./gaps.js";
import { gradeMatch, refuseMatch } from "./match.js";
import { gradeNumeric, refuseNumber } from "./numbers.js";
import { gradeOrder, refuseOrder } from "./order.js";
import { judged, noAnswer } from "./verdicts.js";

/**
 * Why a response is no answer to what is shown; "" when it can be graded.
 *
 * @param {Shown} show
 * @param {unknown} response
 */
export function unusable(show, response) {
  const shown = /** @type {any} */ (show); // which of these it has, its kind says
  const limits = {
    kind: show.kind,
    ids: (shown.options ?? shown.steps ?? shown.right ?? []).map(idOf),
    lefts: (shown.left ?? []).map(idOf),
    select: shown.select,
    units: shown.units,
    nouns: shown.nouns,
    gaps: shown.gaps,
    may: shown.may,
  };
  return refusal(limits, response);
}

const idOf = (/** @type {{ id: string }} */ { id }) => id;

/**
 * The verdict on a response: { outcome, score, say, parts }.
 *
 * @param {Key} key
 * @param {unknown} response
 * @returns {Verdict}
 */
export function grade(key, response) {
  const keyed = /** @type {any} */ (key); // which of these it has, its kind says
  const limits = {
    kind: key.kind,
    ids: key.options ?? [],
    lefts: keyed.left,
    select: keyed.correct?.length,
    units: Object.keys(keyed.factors ?? {}),
    nouns: keyed.nouns,
    gaps: keyed.gaps,
    may: keyed.may,
  };
  const say = refusal(limits, response);
  if (say) return noAnswer(say);
  return GRADERS[key.kind](key, response);
}

/**
 * @param {Limits} limits as a question shows them, or as its key has them
 * @param {unknown} response
 */
function refusal(limits, response) {
  if (isTooLong(response))
    return t("This is longer than {n} characters; write the answer alone.", { n: LONGEST });
  return REFUSALS[limits.kind](limits, response);
}

/**
 * @param {string[]} ids
 * @param {unknown} response
 */
function isOneOf(ids, response) {
  return ids.some((id) => id === response);
}

/**
 * What each says is said word by word by the graders of certlab.study.
 *
 * @type {Record<Kind, (limits: Limits, response: unknown) => string>}
 */
const REFUSALS = {
  single: ({ ids }, response) => (isOneOf(ids, response) ? "" : t("Choose one option.")),
  multi: refusePicks,
  numeric: refuseNumber,
  order: ({ ids }, response) => refuseOrder(ids, response),
  match: ({ lefts, ids }, response) => refuseMatch(lefts, ids, response),
  cloze: ({ gaps }, response) => refuseGaps(gaps, response),
  command: ({ may }, response) => refuseLine(may, response),
  card: (_, response) =>
    isOneOf(["known", "forgotten"], response) ? "" : t("Say whether you knew it."),
};

/**
 * `any`: each has the key of the kind that it stands for.
 *
 * @type {Record<Kind, (key: any, response: unknown) => Verdict>}
 */
const GRADERS = {
  single: (key, response) => judged(key.correct.includes(response)),
  multi: gradeMulti,
  numeric: gradeNumeric,
  order: gradeOrder,
  match: gradeMatch,
  cloze: gradeCloze,
  command: gradeCommand,
  card: (_, response) => judged(response === "known"),
};

/**
 * @param {Limits} limits
 * @param {unknown} response
 */
function refusePicks({ ids, select }, response) {
  if (!Array.isArray(response)) return t("Choose the options that are right.");
  const known = ids.filter((id) => response.includes(id)).length;
  return response.length === select && known === select
    ? ""
    : t("Choose {n} options.", { n: select });
}

/**
 * As many different ids as are correct; the rules are in course/items/scores.py.
 *
 * @param {MultiKey} key
 * @param {unknown} response
 * @returns {Verdict}
 */
function gradeMulti({ correct, score: rule }, response) {
  const wanted = correct.length;
  const chosen = /** @type {string[]} */ (response); // see refusePicks
  const right = chosen.filter((id) => correct.includes(id)).length;
  if (right === wanted || rule === "all") return judged(right === wanted);
  const taken = rule === "net" ? wanted - right : 0;
  const score = Math.max(0, right - taken) / wanted;
  return {
    outcome: "wrong",
    score,
    say: t("Right: {n} of {count} options.", { n: right, count: wanted }),
    parts: {},
  };
}
