// @ts-check
/**
 * Answers: one row of a learner's history, and its line of JSON.
 *
 * The twin of certlab.study.answers: each reads the other's lines, and
 * tests/vectors/answers.json is run by both.
 */

import { t } from "../words.js";

const ROW_SCHEMA = 1;
const ROW_DEPTH = 100; // levels; what is nested deeper is no answer, and would fill the stack
const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ZONED =
  /^([1-9]\d{3})-(0[1-9]|1[0-2])-(\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
const UNZONED = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?)?$/;
const NEEDED = {
  ulid: isText,
  at: isText,
  item: isText,
  rev: Number.isInteger,
  outcome: isText,
  score: Number.isFinite,
};

const GRADED_OUTCOMES = ["correct", "wrong"]; // those that say what a learner knows

/** The rows that say what a learner knows: graded, and not taken back by an "undone" one. */
export function countedRows(rows) {
  const undone = new Set(rows.filter((row) => row.outcome === "undone").map((row) => row.response));
  return rows.filter((row) => GRADED_OUTCOMES.includes(row.outcome) && !undone.has(row.ulid));
}

/** A row's fields in the order of its line, with what stands where nothing was given. */
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

/** A time as an answer stores it, from microseconds since 1970. */
export function stampOf(microseconds) {
  const seconds = new Date(Math.floor(microseconds / 1000)).toISOString().slice(0, 23);
  return `${seconds}${String(microseconds % 1000).padStart(3, "0")}+00:00`;
}

/** The row as one line of JSON, without its newline. */
export function toLine(row) {
  const { schema: _, ...rest } = { ...blankRow(), ...row };
  return rowText({ schema: ROW_SCHEMA, ...rest });
}

function rowText(row) {
  const parts = Object.entries(row).map(([name, value]) => {
    // Python writes a float's point.
    const text = name === "score" && Number.isInteger(value) ? `${value}.0` : jsonText(value);
    return `${JSON.stringify(name)}: ${text}`;
  });
  return `{${parts.join(", ")}}`;
}

/** JSON spaced as Python spaces it. */
function jsonText(value) {
  if (Array.isArray(value)) return `[${value.map(jsonText).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  return `{${Object.entries(value)
    .map(([name, one]) => `${JSON.stringify(name)}: ${jsonText(one)}`)
    .join(", ")}}`;
}

/** The row a line holds; else an Error whose message ends a sentence that begins "line 3". */
export function fromLine(line) {
  const row = parsedLine(line);
  if (row === null || typeof row !== "object" || !Object.hasOwn(row, "schema")) {
    throw new Error(t("is not an answer"));
  }
  if (row.schema !== ROW_SCHEMA) throw new Error(t("was written by another version of certlab"));
  delete row.schema;
  for (const [name, usable] of Object.entries(NEEDED)) {
    if (!usable(row[name])) throw new Error(t("has no usable {name}", { name }));
  }
  checkTime(row.at);
  checkValues(row, ROW_DEPTH);
  const options = row.options ?? [];
  if (!Array.isArray(options)) throw new Error(t("has no usable options"));
  return { ...blankRow(), ...row, options };
}

function parsedLine(line) {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error(t("is torn or corrupt"));
  }
}

function checkTime(at) {
  const [, year, month, day] = (ZONED.exec(at) ?? []).map(Number);
  if (!year)
    throw new Error(UNZONED.test(at) ? t("has a time without its zone") : t("has no usable time"));
  const date = new Date(Date.UTC(year, month - 1, day)); // 30 February becomes 2 March
  if (date.getUTCDate() !== day) throw new Error(t("has no usable time"));
}

/** Nothing is kept that would come out another than it went in. */
function checkValues(value, levels) {
  if (
    typeof value === "number" &&
    (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
  ) {
    throw new Error(t("has a number too large for a browser to keep exactly"));
  }
  if (value === null || typeof value !== "object") return;
  if (levels === 0) throw new Error(t("is nested too deep for an answer"));
  for (const one of Object.values(value)) checkValues(one, levels - 1);
}

function isText(value) {
  return typeof value === "string";
}
