// @ts-check
/**
 * The rows that a deck records.
 *
 * @import { Verdict } from "../grading/keys.d.ts"
 * @import { Question } from "../question/items.d.ts"
 * @import { Row } from "../store/rows.d.ts"
 * @import { AnswerMessage } from "./decks.d.ts"
 */

/**
 * An answer that was graded.
 *
 * @param {Question} question
 * @param {Verdict} verdict
 * @param {AnswerMessage} message
 * @param {{ surface: string, mode: string }} where
 */
export function answerRow(question, verdict, message, where) {
  const { item, rev, seed, key } = question;
  const { outcome, score } = verdict;
  const { response, confidence, milliseconds } = message;
  const options = key.options ?? [];
  return { item, rev, outcome, score, response, seed, options, confidence, milliseconds, ...where };
}

/**
 * The step that takes an answer back.
 *
 * @param {Row} answer
 * @param {string} surface
 */
export function undoneRow({ item, rev, seed, ulid }, surface) {
  const outcome = "undone";
  return { item, rev, outcome, score: 0, response: ulid, seed, surface, mode: "drill" };
}
