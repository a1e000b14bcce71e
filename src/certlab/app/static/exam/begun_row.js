// @ts-check
/**
 * The row that begins a sitting, held to its form: the twin of certlab.study.exams.begun_row.
 *
 * @import { Row } from "../store/rows.d.ts"
 * @import { Begun } from "./exams.d.ts"
 */

import { timeOf } from "../memory/memory.js";
import { PAPERS } from "./parting.js";

const LONGEST_SITTING = 1_000_000; // minutes
const isText = (/** @type {unknown} */ value) => typeof value === "string";
const isWhole = Number.isInteger;
const ASKED = [isText, isWhole, isWhole, isWhole];
const SEATS = [isWhole, isWhole, isWhole];
const LACKS = [isText, isWhole, isWhole];

/**
 * What the row says; null where it is none of ours.
 *
 * @param {Pick<Row, "response">} row
 * @returns {Begun | null}
 */
export function readBegun({ response }) {
  const begun = Object(response);
  const { exam, minutes, factor, deadline, asked, seats, lacks = [], paper = 0 } = begun; // older rows have neither
  const good =
    isText(exam) &&
    isListOf(asked, ASKED) &&
    isListOf(seats, SEATS) &&
    isListOf(lacks, LACKS) &&
    isWhole(paper) &&
    paper >= 0 &&
    paper <= PAPERS &&
    isWhole(minutes) &&
    minutes >= 1 &&
    minutes <= LONGEST_SITTING &&
    (factor === null || (typeof factor === "number" && factor >= 1 && factor <= 4)) &&
    (deadline === null || (isText(deadline) && Number.isFinite(timeOf(deadline))));
  return good ? { ...begun, lacks, paper } : null;
}

/**
 * @param {unknown} list
 * @param {((value: unknown) => boolean)[]} form of each row in it
 */
function isListOf(list, form) {
  const fits = (/** @type {unknown} */ one) =>
    Array.isArray(one) && one.length === form.length && form.every((is, n) => is(one[n]));
  return Array.isArray(list) && list.every(fits);
}
