// @ts-check
/**
 * What each field of a row may hold: the twin of certlab.study.row_fields, which says why.
 *
 * tests/vectors/answers.json is run by both.
 *
 * @import { Row } from "./rows.d.ts"
 */

import { t } from "../words.js";

const ROW_DEPTH = 100; // levels; what is nested deeper is no answer, and would fill the stack
const ROW_OPTIONS = 1000;
const ROW_ULID = /^[0-9A-Za-z_-]{1,64}$/;
const NAME = /^[^\p{Cc}\p{Cs}]{0,100}$/u;
const ITEM_ID = /^[^\p{Cc}\p{Cs}]{0,500}$/u;
const ZONED =
  /^(19[7-9]\d|2\d{3})-(0[1-9]|1[0-2])-(\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
const UNZONED = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?)?$/;

const matches = (/** @type {RegExp} */ form) => (/** @type {unknown} */ value) =>
  typeof value === "string" && form.test(value);
const isCount = (/** @type {unknown} */ value) => Number.isSafeInteger(value) && Number(value) >= 0;

/** @type {Record<string, (value: unknown) => boolean>} */
const NEEDED_FIELDS = {
  ulid: matches(ROW_ULID),
  at: (value) => typeof value === "string",
  item: matches(ITEM_ID),
  rev: isCount,
  outcome: matches(NAME),
  score: (value) => typeof value === "number" && value >= 0 && value <= 1,
};
/**
 * Where one of these is null or missing, nothing was given.
 *
 * @type {Record<string, (value: unknown) => boolean>}
 */
const GIVEN_FIELDS = {
  seed: Number.isSafeInteger,
  options: (value) =>
    Array.isArray(value) && value.length <= ROW_OPTIONS && value.every(matches(ITEM_ID)),
  confidence: matches(NAME),
  milliseconds: isCount,
  surface: matches(NAME),
  mode: matches(NAME),
  device: matches(NAME),
};

/**
 * Throws an Error, whose message ends a sentence, for a field of `row` that cannot be used.
 *
 * @param {any} row whatever a line holds
 */
export function checkFields(row) {
  for (const [name, usable] of Object.entries(NEEDED_FIELDS))
    if (!usable(row[name])) throw new Error(t("has no usable {name}", { name }));
  for (const [name, usable] of Object.entries(GIVEN_FIELDS))
    if (Object.hasOwn(row, name) && row[name] !== null && !usable(row[name]))
      throw new Error(t("has no usable {name}", { name }));
  checkTime(row.at);
  checkValues(row, ROW_DEPTH);
}

/**
 * Whether every field of a row can be used.
 *
 * @param {Row} row
 */
export function isUsable(row) {
  try {
    checkFields(row);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} at */
function checkTime(at) {
  const [, year, month, day] = (ZONED.exec(at) ?? []).map(Number);
  if (!year)
    throw new Error(UNZONED.test(at) ? t("has a time without its zone") : t("has no usable time"));
  const date = new Date(Date.UTC(year, month - 1, day)); // 30 February becomes 2 March
  if (date.getUTCDate() !== day) throw new Error(t("has no usable time"));
}

/**
 * Nothing is kept that would come out another than it went in.
 *
 * @param {unknown} value
 * @param {number} levels
 */
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
