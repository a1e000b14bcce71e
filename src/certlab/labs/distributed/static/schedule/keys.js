// @ts-check
/**
 * From piece to piece of the schedules, by pointer and keys.
 *
 * @import { ScheduleView } from "./view.js"
 */

/** @type {Record<string, [down: number, on: number]>} */
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/**
 * Follow the micro-batch of a piece that is clicked, or no longer.
 *
 * @param {ScheduleView} view
 * @param {EventTarget | null} target
 */
export function press(view, target) {
  const op = /** @type {Element} */ (target).closest("[data-op]");
  if (!op) return;
  moveTo(view, op);
  const micro = Number(op.dataset.micro);
  view.follow(micro === view.model.get("follow") ? -1 : micro);
}

/**
 * Left and Right go along a stage, Up and Down to what the next one does at that time.
 *
 * @param {ScheduleView} view
 * @param {KeyboardEvent} event
 */
export function hear(view, event) {
  const op = /** @type {Element} */ (event.target).closest("[data-op]");
  if (!op || event.ctrlKey || event.metaKey || event.altKey) return;
  const [row, stage, n] = String(op.dataset.op).split("-").map(Number);
  const line = view.runs[row].stages[stage];
  /**
   * @param {number} r
   * @param {number} s
   * @param {number} at
   */
  const go = (r, s, at) => moveTo(view, view.rows.querySelector(`[data-op="${r}-${s}-${at}"]`));
  if (event.key === "Escape" && view.model.get("follow") >= 0) {
    event.stopPropagation();
    view.follow(-1);
  } else if (event.key === "Enter" || event.key === " ") press(view, op);
  else if (event.key === "Home" || event.key === "End")
    go(row, stage, event.key === "Home" ? 0 : line.length - 1);
  else if (ARROWS[event.key]) {
    const [down, on] = ARROWS[event.key];
    if (on) go(row, stage, n + on);
    else go(...beside(view, row, stage, line[n][3], down));
  } else return;
  event.preventDefault();
}

/**
 * The piece of the next stage, or of the next schedule's, that is nearest in time.
 *
 * @param {ScheduleView} view
 * @param {number} row
 * @param {number} stage
 * @param {number} time
 * @param {number} down
 * @returns {[row: number, stage: number, at: number]}
 */
function beside(view, row, stage, time, down) {
  let [r, s] = [row, stage + down];
  if (s < 0 || s >= view.runs[row].stages.length) {
    r += down;
    if (!view.runs[r]) return [row, stage, -1];
    s = down > 0 ? 0 : view.runs[r].stages.length - 1;
  }
  const far = view.runs[r].stages[s].map(([, , , start]) => Math.abs(start - time));
  return [r, s, far.indexOf(Math.min(...far))];
}

/**
 * @param {ScheduleView} view
 * @param {HTMLElement | null} op
 */
function moveTo(view, op) {
  if (!op) return;
  const [row] = String(op.dataset.op).split("-").map(Number);
  view.stops[row].setAttribute("tabindex", "-1");
  view.stops[row] = op;
  op.setAttribute("tabindex", "0");
  op.focus();
}
