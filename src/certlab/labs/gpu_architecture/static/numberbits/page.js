// @ts-check
/**
 * A number in its bits on a page, where no Python is.
 *
 * @import { Begin } from "./model.js"
 */

import { BitsModel } from "./model.js";
import widget from "./numberbits.js";

export const SHEETS = ["numberbits.css"];

/**
 * Draw it with the formats there are and the number it begins with.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin
 */
export async function mount(el, begin) {
  widget.render({ model: new BitsModel(begin), el });
}
