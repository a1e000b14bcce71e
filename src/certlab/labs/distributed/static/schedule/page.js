// @ts-check
/**
 * Pipeline schedules on a page, where no Python is.
 *
 * @import { Asked } from "./schedules.d.ts"
 */

import { SchedulesModel } from "./model.js";
import widget from "./schedule.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css", "schedule.css"];

/**
 * Draw them with the traits they begin with.
 *
 * @param {HTMLElement} el
 * @param {Asked & { follow?: number }} begin
 */
export async function mount(el, { follow, ...asked }) {
  widget.render({ model: new SchedulesModel(asked, follow), el });
}
