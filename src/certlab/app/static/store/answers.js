// @ts-check
/**
 * Answers: one row of a learner's history, and its line of JSON.
 *
 * The twin of certlab.study.answers: each reads the other's lines, and
 * tests/vectors/answers.json is run by both.
 *
 * @import { Row } from "./rows.d.ts"
 */

import { t } from "../words.js";
import { checkFields } from "./row_fields.js";

const ROW_SCHEMA = 1;
const LONGEST_LINE = 2 ** 20; // bytes; what is longer is no answer
const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const GRADED_OUTCOMES = ["correct", "wrong"]; // those that say what a learner knows

/**
 * The rows that say what a learner knows: graded, and not taken back by an "undone" one.
 *
 * @param {Row[]} rows
 */
export function countedRows(rows) {
  const undone = new Set(rows.filter((row) => row.outcome === "undone").map((row) => row.response));
  return rows.filter((row) => GRADED_OUTCOMES.includes(row.outcome) && !undone.has(row.ulid));
}

/**
 * A row's fields in the order of its line, with what stands where nothing was given.
 *
 * @returns {Row}
 */
function blankRow() {
  return {
    item: "",
    rev: 0,
    outcome: "",
    score: 0,
    response: null,
    seed: 0,
    options: [],
    confidence: null,
    milliseconds: null,
    surface: "",
    mode: "drill",
    device: "",
    at: "",
    ulid: "",
  };
}

/**
 * A ULID: 48 bits of milliseconds and 80 random ones, in Crockford's base 32.
 *
 * The letters are those of ulid/spec on GitHub.
 *
 * @param {number} milliseconds
 */
export function newUlid(milliseconds) {
  const time = Array.from(
    { length: 10 },
    (_, place) => CROCKFORD[Math.floor(milliseconds / 32 ** (9 - place)) % 32],
  );
  const chance = Array.from(
    crypto.getRandomValues(new Uint8Array(16)),
    (byte) => CROCKFORD[byte % 32],
  );
  return [...time, ...chance].join("");
}

let lastStamp = 0; // microseconds since 1970

/** The time now as an answer stores it: UTC, and later than any given out before in this tab. */
export function stamp() {
  lastStamp = Math.max(Date.now() * 1000, lastStamp + 1);
  return stampOf(lastStamp);
}

/**
 * A time as an answer stores it, from microseconds since 1970.
 *
 * @param {number} microseconds
 */
export function stampOf(microseconds) {
  const seconds = new Date(Math.floor(microseconds / 1000)).toISOString().slice(0, 23);
  return `${seconds}${String(microseconds % 1000).padStart(3, "0")}+00:00`;
}

/**
 * The row as one line of JSON, without its newline.
 *
 * @param {Partial<Row>} row
 */
export function toLine(row) {
  const { schema: _, ...rest } = { ...blankRow(), ...row };
  return rowText({ schema: ROW_SCHEMA, ...rest });
}

/** @param {Record<string, unknown>} row */
function rowText(row) {
  const parts = Object.entries(row).map(([name, value]) => {
    // Python writes a float's point.
    const text = name === "score" && Number.isInteger(value) ? `${value}.0` : jsonText(value);
    return `${JSON.stringify(name)}: ${text}`;
  });
  return `{${parts.join(", ")}}`;
}

/**
 * JSON spaced as Python spaces it.
 *
 * @param {unknown} value
 * @returns {string}
 */
function jsonText(value) {
  if (Array.isArray(value)) return `[${value.map(jsonText).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  return `{${Object.entries(value)
    .map(([name, one]) => `${JSON.stringify(name)}: ${jsonText(one)}`)
    .join(", ")}}`;
}

/**
 * The row a line holds; else an Error whose message ends a sentence that begins "line 3".
 *
 * @param {string} line
 * @returns {Row}
 */
export function fromLine(line) {
  const row = parsedLine(line);
  if (row === null || typeof row !== "object" || !Object.hasOwn(row, "schema")) {
    throw new Error(t("is not an answer"));
  }
  if (row.schema !== ROW_SCHEMA) throw new Error(t("was written by another version of certlab"));
  delete row.schema;
  checkFields(row);
  const blank = blankRow();
  for (const name of Object.keys(blank)) row[name] ??= blank[name];
  return { ...blank, ...row };
}

/**
 * @param {string} line
 * @returns {any} what JSON holds; checkFields looks at it
 */
function parsedLine(line) {
  if (byteLength(line) > LONGEST_LINE) throw new Error(t("is longer than an answer can be"));
  try {
    return JSON.parse(line);
  } catch {
    throw new Error(t("is torn or corrupt"));
  }
}

/** @param {string} line */
function byteLength(line) {
  // Three bytes a letter at most, so that only a long one is looked at.
  return line.length * 3 > LONGEST_LINE ? new TextEncoder().encode(line).length : line.length;
}
