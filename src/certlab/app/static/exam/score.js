// @ts-check
/**
 * What a sitting came to, as certlab.study.exams.score says it.
 *
 * @import { Key } from "../grading/keys.d.ts"
 * @import { Asked, DomainScore, Paper, Report, ReportRow, Sitting } from "./exams.d.ts"
 */

import { grade } from "../grading/grading.js";
import { noAnswer } from "../grading/verdicts.js";
import { chanceAtCut, intervalOf } from "./interval.js";
import { isPartPaper } from "./paper.js";

const CUTS = Array.from({ length: 41 }, (_, place) => 50 + place); // percent, for the curve

/**
 * A share in whole percent, halves rounded up.
 *
 * @param {number} part
 * @param {number} of
 */
function wholePercent(part, of) {
  return of ? Math.floor((200 * part + of) / (2 * of)) : 0;
}

/**
 * The report on a sitting (see sitting.js) that has ended; `keys` by place grade it.
 *
 * @param {Sitting} sitting
 * @param {Key[]} keys
 * @returns {Report}
 */
export function examReport(sitting, keys) {
  const { id, paper, begun, deadline } = sitting;
  const ended = sitting.ended ?? begun; // it has ended
  const rows = paper.asked.map((asked, place) => reportRow(sitting, keys[place], asked, place));
  const count = (/** @type {ReportRow["outcome"]} */ outcome) =>
    rows.filter((row) => row.outcome === outcome).length;
  const right = count("correct");
  const [low, high] = intervalOf(right, rows.length);
  const unasked = paper.seats.filter(({ filled }) => !filled).map(({ domain }) => domain);
  return {
    sitting: id,
    code: paper.code,
    seed: paper.seed,
    ended,
    paper,
    minutes: Math.ceil(Math.floor((Date.parse(ended) - Date.parse(begun)) / 1000) / 60),
    allowed: deadline ? Math.round((Date.parse(deadline) - Date.parse(begun)) / 60_000) : null,
    right,
    wrong: count("wrong"),
    unanswered: count("unanswered"),
    low,
    high,
    percent: wholePercent(right, rows.length),
    domains: domainScores(paper, rows),
    unasked,
    curve:
      unasked.length || isPartPaper(paper)
        ? []
        : CUTS.map((cut) => [cut, chanceAtCut(right, rows.length, paper.official, cut)]),
    rows,
  };
}

/**
 * @param {Sitting} sitting
 * @param {Key} key
 * @param {Asked} asked
 * @param {number} place
 * @returns {ReportRow}
 */
function reportRow({ responses, flags }, key, { item, domain }, place) {
  const response = responses.get(place) ?? null;
  const verdict = responses.has(place) ? grade(key, response) : noAnswer("");
  const row = { item, domain, response, flagged: flags.has(place) };
  const { outcome, say, parts } = verdict;
  if (outcome === "invalid") {
    // The learner could not know that nobody can judge a line.
    const why = key.kind === "command" && response ? say : "";
    return { ...row, outcome: "unanswered", say: why, parts: {} };
  }
  return { ...row, outcome, say, parts };
}

/**
 * @param {Paper} paper
 * @param {ReportRow[]} rows
 * @returns {DomainScore[]}
 */
function domainScores({ seats }, rows) {
  return seats.flatMap(({ domain, name, weight }) => {
    const own = rows.filter((row) => row.domain === domain);
    if (!own.length) return [];
    const right = own.filter(({ outcome }) => outcome === "correct").length;
    const [low, high] = intervalOf(right, own.length);
    return [{ domain, name, weight, right, total: own.length, low, high }];
  });
}
