// @ts-check
/** A number in its bits on a page, where no Python is. */

import widget from "./numberbits.js";
import { StoredBits } from "./stored.js";

export const SHEETS = ["numberbits.css"];

/** Draw it with the formats there are and the number it begins with. */
export async function mount(el, begin) {
  widget.render({ model: new StoredBits(begin), el });
}
