// @ts-check
/** Pipeline schedules on a page, where no Python is. */

import widget from "./schedule.js";
import { StoredSchedules } from "./stored.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css", "schedule.css"];

/** Draw them with the traits they begin with. */
export async function mount(el, { follow, ...asked }) {
  widget.render({ model: new StoredSchedules(asked, follow), el });
}
