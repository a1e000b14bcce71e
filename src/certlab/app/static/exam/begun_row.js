// @ts-check
/** The row that begins a sitting, held to its form: the twin of certlab.study.exams.begun_row. */

import { timeOf } from "../memory/memory.js";

const LONGEST_SITTING = 1_000_000; // minutes
const isText = (value) => typeof value === "string";
const isWhole = Number.isInteger;
const ASKED = [isText, isWhole, isWhole, isWhole];
const SEATS = [isWhole, isWhole, isWhole];
const LACKS = [isText, isWhole, isWhole];

/** What the row says, { exam, minutes, factor, deadline, asked, seats, lacks }; null where it is none of ours. */
export function begunTold({ response }) {
  const told = Object(response);
  const { exam, minutes, factor, deadline, asked, seats, lacks = [] } = told; // older rows have no lacks
  const good =
    isText(exam) &&
    isListOf(asked, ASKED) &&
    isListOf(seats, SEATS) &&
    isListOf(lacks, LACKS) &&
    isWhole(minutes) &&
    minutes >= 1 &&
    minutes <= LONGEST_SITTING &&
    (factor === null || (typeof factor === "number" && factor >= 1 && factor <= 4)) &&
    (deadline === null || (isText(deadline) && Number.isFinite(timeOf(deadline))));
  return good ? { ...told, lacks } : null;
}

function isListOf(told, form) {
  const fits = (one) =>
    Array.isArray(one) && one.length === form.length && form.every((is, n) => is(one[n]));
  return Array.isArray(told) && told.every(fits);
}
