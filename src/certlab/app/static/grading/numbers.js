// @ts-check
/**
 * A number with its unit; see grade_numeric of study/kinds/numeric.py.
 *
 * @import { NumericKey } from "./keys.d.ts"
 */

import { t } from "../words.js";
import { asTyped, fieldIn, isNear } from "./entries.js";
import { readQuantity, scaleOf } from "./quantities.js";
import { bytesMeant, unitMeant } from "./unit_names.js";
import { judged } from "./verdicts.js";

/**
 * What an entry says, { value, unit }, or why it says nothing: { say, field }.
 *
 * @param {{ units: string[], nouns?: string[] }} asked
 * @param {unknown} response
 * @returns {Partial<{ value: number, unit: string, say: string, field: string }>}
 */
export function quantityIn({ units, nouns = [] }, response) {
  const read = readQuantity(typedNumber(response));
  if (!read) return { say: t("Enter a number, such as 1024 or 1,024.5 or 3e8."), field: "number" };
  const given = fieldIn(response, "unit") ?? "";
  if (typeof given !== "string") return unknown(units, "");
  const chosen = given || (units.length > 1 ? "" : units[0]);
  const unit = unitMeant(units, nouns, read.words || chosen);
  if (unit === undefined) return unknown(units, read.words);
  if (read.words && chosen && unitMeant(units, nouns, chosen) !== unit) {
    return {
      say: t("You wrote {written} and chose {chosen}; keep one unit.", { written: unit, chosen }),
      field: "unit",
    };
  }
  return { value: read.scaled ? read.value / scaleOf(nouns) : read.value, unit };
}

/**
 * A number as it was typed; a program may send one as a number.
 *
 * @param {unknown} response
 */
export function typedNumber(response) {
  const value = fieldIn(response, "number");
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/**
 * Why the words around a number are no unit of the question.
 *
 * @param {string[]} units
 * @param {string} words
 * @returns {{ say: string, field: string }}
 */
function unknown(units, words) {
  if (!words) return { say: t("Choose a unit as well."), field: "unit" };
  const unit = `\`${asTyped(words)}\``;
  const bytes = bytesMeant(units, words);
  const say =
    bytes === undefined
      ? t(
          "{unit} is not a unit of this question; enter a number such as 1024, with or without its unit.",
          { unit },
        )
      : t("{unit} is read as bits; write {wanted} for bytes.", { unit, wanted: `\`${bytes}\`` });
  return { say, field: "number" };
}

/**
 * Why an entry is not a number in one of these units; "" when it is.
 *
 * @param {{ units: string[], nouns?: string[] }} asked
 * @param {unknown} response
 */
export function refuseNumber(asked, response) {
  return quantityIn(asked, response).say ?? "";
}

/**
 * @param {NumericKey} key
 * @param {unknown} response
 */
export function gradeNumeric(key, response) {
  const asked = { units: Object.keys(key.factors), nouns: key.nouns };
  const { value = Number.NaN, unit = "" } = quantityIn(asked, response);
  const number = value * (key.factors[unit] ?? 0.01); // a percentage of a plain number
  if (isNear(number, key.answer, key.tolerance)) return judged(true);
  const trap = key.traps.find((one) => isNear(number, one.answer, key.tolerance));
  if (trap) return judged(false, trap.why);
  if (isNear(-number, key.answer, key.tolerance)) {
    return judged(false, t("The size is right, but the sign is not."));
  }
  const thousand =
    typedNumber(response).includes(",") && isNear(number / 1000, key.answer, key.tolerance);
  return judged(false, thousand ? t("The comma was read as one between thousands.") : "");
}
