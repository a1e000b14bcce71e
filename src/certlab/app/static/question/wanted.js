// @ts-check
/**
 * What is wanted of a number, in words.
 *
 * @import { ShownNumeric } from "./items.d.ts"
 */

import { t } from "../words.js";

/**
 * In which unit and how exactly a number is wanted; as certlab.study.kinds.numeric says it.
 *
 * @param {Pick<ShownNumeric, "units" | "within">} show
 */
export function wantsWords({ units, within }) {
  const unit = units.length > 1 ? t("with its unit") : unitWords(units[0]);
  const tolerance = within ? t("to within {percent} %", { percent: within }) : t("exactly");
  return t("{unit}, {tolerance}", { unit, tolerance });
}

/** @param {string} unit */
function unitWords(unit) {
  if (!unit) return t("as a plain number");
  return unit === "x" ? t("as a multiple (×)") : t("in {unit}", { unit });
}
