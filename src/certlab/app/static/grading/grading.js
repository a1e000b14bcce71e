// @ts-check
/**
 * Grading: a key and a response in, one of three outcomes out.
 *
 * `certlab.study.grading` has the same rules; one file of vectors holds the two equal. In a
 * notebook the key stays in Python and only `unusable` runs here; a static page calls `grade`.
 */

import { t } from "../words.js";
import { gradeCommand, refuseLine } from "./commands.js";
import { isTooLong, LONGEST } from "./entries.js";
import { gradeCloze, refuseGaps } from "./gaps.js";
import { gradeMatch, refuseMatch } from "./match.js";
import { gradeNumeric, refuseNumber } from "./numbers.js";
import { gradeOrder, refuseOrder } from "./order.js";
import { judged, noAnswer } from "./verdicts.js";

/** Why a response is no answer to what is shown; "" when it can be graded. */
export function unusable(show, response) {
  const entries = show.options ?? show.steps ?? show.right ?? [];
  const limits = {
    ...show,
    ids: entries.map(({ id }) => id),
    lefts: show.left?.map(({ id }) => id),
  };
  return refusal(limits, response);
}

/** The verdict on a response: { outcome, score, say, parts }. */
export function grade(key, response) {
  const limits = {
    ...key,
    ids: key.options,
    select: key.correct?.length,
    units: Object.keys(key.factors ?? {}),
    lefts: key.left,
  };
  const say = refusal(limits, response);
  if (say) return noAnswer(say);
  return GRADERS[key.kind](key, response);
}

function refusal(limits, response) {
  if (isTooLong(response))
    return t("This is longer than {n} characters; write the answer alone.", { n: LONGEST });
  return REFUSALS[limits.kind](limits, response);
}

// What each says is said word by word by the graders of certlab.study.
const REFUSALS = {
  single: ({ ids }, response) => (ids.includes(response) ? "" : t("Choose one option.")),
  multi: refusePicks,
  numeric: refuseNumber,
  order: ({ ids }, response) => refuseOrder(ids, response),
  match: ({ lefts, ids }, response) => refuseMatch(lefts, ids, response),
  cloze: ({ gaps }, response) => refuseGaps(gaps, response),
  command: ({ may }, response) => refuseLine(may, response),
  card: (_, response) =>
    ["known", "forgotten"].includes(response) ? "" : t("Say whether you knew it."),
};

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

function refusePicks({ ids, select }, response) {
  if (!Array.isArray(response)) return t("Choose the options that are right.");
  const known = ids.filter((id) => response.includes(id)).length;
  return response.length === select && known === select
    ? ""
    : t("Choose {n} options.", { n: select });
}

/** As many different ids as are correct; the rules are in course/items/scores.py. */
function gradeMulti({ correct, score: rule }, response) {
  const wanted = correct.length;
  const right = response.filter((id) => correct.includes(id)).length;
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
