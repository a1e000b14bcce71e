// @ts-check
/**
 * A collective on a page, where no Python is: its plans stand next to the modules.
 *
 * @import { Asked } from "./collectives.d.ts"
 */

import widget from "./collective.js";
import { CollectiveModel } from "./model.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css", "collective.css"];

/**
 * Draw it with the traits it begins with; `read` fetches JSON of the site.
 *
 * @param {HTMLElement} el
 * @param {Asked & { step?: number }} begin
 * @param {(name: string) => Promise<any>} read `any`: JSON of the site
 */
export async function mount(el, begin, read) {
  widget.render({ model: new CollectiveModel(await read("plans.json"), begin), el });
}
