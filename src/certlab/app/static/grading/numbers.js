// @ts-check
/** A number with its unit; see grade_numeric of study/quantities.py. */

import { t } from "../words.js";
import { asTyped, isNear, readQuantity } from "./entries.js";
import { judged } from "./verdicts.js";

/**
 * What an entry says, { value, unit }, or why it says nothing: { say, field }.
 *
 * @param {string[]} units
 * @param {any} response
 * @returns {any}
 */
export function quantityIn(units, response) {
  const { value, unit: written } = readQuantity(String(response?.number ?? ""));
  if (value === null)
    return { say: t("Enter a number, such as 1024 or 1,024.5 or 3e8."), field: "number" };
  const chosen = response.unit || (units.length > 1 ? "" : units[0]);
  const unit = unitNamed(units, written || chosen);
  if (written && unit === undefined) {
    const say = t(
      "{unit} is not a unit of this question; enter a number such as 1024, with or without its unit.",
      { unit: `\`${asTyped(written)}\`` },
    );
    return { say, field: "number" };
  }
  if (unit === undefined) return { say: t("Choose a unit as well."), field: "unit" };
  if (written && chosen && unitNamed(units, chosen) !== unit) {
    return {
      say: t("You wrote {written} and chose {chosen}; keep one unit.", { written: unit, chosen }),
      field: "unit",
    };
  }
  return { value, unit };
}

/** The unit of a question that a text means: "block" is blocks, and × is x. */
function unitNamed(units, written) {
  if (typeof written !== "string") return undefined;
  const text = asTyped(written).replaceAll("×", "x");
  const names = text ? [text, `${text}s`] : [text];
  return units.find((unit) => names.includes(asTyped(unit)));
}

/** Why an entry is not a number in one of these units; "" when it is. */
export function refuseNumber({ units }, response) {
  return quantityIn(units, response).say ?? "";
}

export function gradeNumeric(key, response) {
  const { value, unit } = quantityIn(Object.keys(key.factors), response);
  const number = value * key.factors[unit];
  if (isNear(number, key.answer, key.tolerance)) return judged(true);
  return judged(false, key.traps.find((trap) => isNear(number, trap.answer, key.tolerance))?.why);
}
