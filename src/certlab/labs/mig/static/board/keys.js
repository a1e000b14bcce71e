// @ts-check
/**
 * Keys of the board, heard only while the focus is inside it.
 *
 * @import { View } from "./view.js"
 */

import { act } from "./acts.js";

const BACK = ["Delete", "Backspace"];
/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 };

/**
 * Hear keys in `el` and act on `view`. Plain keys stop here; Tab, Shift+Enter and an Escape
 * that had nothing to leave go on to JupyterLab.
 *
 * @param {HTMLElement} el
 * @param {View} view
 */
export function hear(el, view) {
  el.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.isComposing) return;
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z") {
      if (target.matches("textarea, [type=number]")) return event.stopPropagation(); // its own undo
      act(view, "undo");
      return used(event);
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return undefined;
    if (event.shiftKey && event.key === "Enter") return undefined;
    if (event.key === "Escape" ? !view.leave() : !press(event, target, view)) {
      if (event.key !== "Escape") event.stopPropagation();
      return undefined;
    }
    return used(event);
  });
}

/** @param {KeyboardEvent} event */
function used(event) {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Whether the key was used.
 *
 * @param {KeyboardEvent} event
 * @param {HTMLElement} target
 * @param {View} view
 */
function press({ key, repeat }, target, view) {
  const gpu = Number(target.dataset.gpu);
  if (target.matches("textarea")) {
    if (key === "Enter" && !repeat) act(view, "run", Number(target.dataset.line));
    return key === "Enter";
  }
  if (target.matches("[data-profile][type=radio]")) return pressProfile(key, gpu, view, repeat);
  if (target.matches("[data-instance]"))
    return pressInstance(key, gpu, Number(target.dataset.instance), view, repeat);
  return false;
}

/**
 * @param {string} key
 * @param {number} gpu
 * @param {View} view
 * @param {boolean} repeat
 */
function pressProfile(key, gpu, view, repeat) {
  if (key === "ArrowDown" || key === "ArrowUp") view.nextProfile(gpu, key === "ArrowDown" ? 1 : -1);
  else if (key === "ArrowRight" || key === "ArrowLeft")
    view.nextStart(gpu, key === "ArrowRight" ? 1 : -1);
  else if (key === "Enter") {
    if (!repeat) view.enter(gpu);
  } else if (BACK.includes(key)) view.remove(gpu);
  else return false;
  return true;
}

/**
 * @param {string} key
 * @param {number} gpu
 * @param {number} id
 * @param {View} view
 * @param {boolean} repeat
 */
function pressInstance(key, gpu, id, view, repeat) {
  const { held } = view.hand; // what a drag carries is not the keys'
  const moving = held?.moving?.gpu === gpu && held.moving.id === id;
  const step = STEPS[key];
  const across = key === "ArrowDown" || key === "ArrowUp";
  if (moving && step) {
    if (across) view.nextGpu(held.gpu, step);
    else view.nextStart(held.gpu, step);
  } else if (step) view.nextInstance(gpu, id, step);
  else if (key === "Enter" || key === " ") {
    if (repeat) return true;
    if (moving) view.enter(gpu);
    else view.startMove(gpu, id);
  } else if (BACK.includes(key)) view.remove(gpu, id);
  else return false;
  return true;
}
