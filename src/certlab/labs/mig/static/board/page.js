// @ts-check
/**
 * A MIG board on a page, where no Python is: the placement tables stand next to the modules.
 *
 * @import { Begin } from "./boards.d.ts"
 */

import widget from "./board.js";
import { BoardModel } from "./model.js";

export const SHEETS = ["board.css"];

/**
 * Draw it with the GPUs it begins with; `read` fetches JSON of the site.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin
 * @param {(name: string) => Promise<any>} read `any`: JSON of the site
 */
export async function mount(el, begin, read) {
  widget.render({ model: new BoardModel(await read("boards.json"), begin), el });
}
