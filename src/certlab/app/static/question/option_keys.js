// @ts-check
/**
 * Options by the digit keys.
 *
 * @import { Shown } from "./items.d.ts"
 */

/**
 * "1–4": the keys of a question's options; "" where it has none.
 *
 * @param {Shown} show
 */
export function optionKeys(show) {
  const count = "options" in show ? Math.min(show.options.length, 9) : 0;
  return count ? `1–${count}` : "";
}

/**
 * Choose the option of a digit; whether there is one.
 *
 * @param {string} key
 * @param {HTMLElement} form
 */
export function chooseOption(key, form) {
  const input = /^[1-9]$/.test(key) && form.querySelectorAll(".cl-choice input")[Number(key) - 1];
  if (!input) return false;
  input.focus();
  input.click();
  return true;
}
