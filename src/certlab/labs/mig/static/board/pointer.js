// @ts-check
/**
 * Pointing, clicking and dragging; all of it can be done by keys as well.
 *
 * @import { Carried, Place, Pressed, Table } from "./boards.d.ts"
 * @import { View } from "./view.js"
 */

import { act } from "./acts.js";
import { drag, drop, hover, pointTo } from "./drag.js";
import { startOver } from "./rules.js";

const FAR = 5; // pixels before a press becomes a drag

/**
 * Hear the pointer in `el` and act on `view`.
 *
 * @param {HTMLElement} el
 * @param {View} view
 */
export function point(el, view) {
  /** @type {Pressed | null} */
  let pressed = null;
  let dragged = false; // a drag just ended: its click is no click

  el.addEventListener("pointerdown", (event) => {
    dragged = false;
    if (event.button || event.pointerType === "touch") return; // a finger scrolls, and taps
    const what = grabbed(targetOf(event), view);
    if (what) pressed = { ...what, x: event.clientX, y: event.clientY, dragging: false };
  });

  el.addEventListener("pointermove", (event) => {
    if (pressed) moved(el, event, pressed, view);
    else if (event.pointerType === "mouse") hover(view, hovered(event, view));
  });

  el.addEventListener("pointerup", (event) => {
    if (pressed?.dragging) {
      dragged = true;
      drop(view, pressed, dropPlace(el, event, pressed, view));
    }
    pressed = null;
  });

  el.addEventListener("pointercancel", () => {
    pressed = null;
    drop(view, null, null);
  });
  el.addEventListener("pointerleave", () => {
    if (!pressed) hover(view, null);
  });

  el.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !pressed?.dragging) return;
    dragged = true;
    pressed = null;
    drop(view, null, null);
    event.stopPropagation();
  });

  el.addEventListener(
    "click",
    (event) => {
      if (dragged) {
        dragged = false;
        event.preventDefault();
        return;
      }
      click(/** @type {PointerEvent} */ (event), view);
    },
    true,
  );
}

/**
 * A pointer that is pressed moves: far enough, and it drags.
 *
 * @param {HTMLElement} el
 * @param {PointerEvent} event
 * @param {Pressed} pressed
 * @param {View} view
 */
function moved(el, event, pressed, view) {
  if (!pressed.dragging) {
    if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < FAR) return;
    pressed.dragging = true;
    el.setPointerCapture(event.pointerId);
  }
  drag(view, pressed, dropPlace(el, event, pressed, view), event);
}

const targetOf = (/** @type {Event} */ event) => /** @type {Element} */ (event.target);

/**
 * What a press would drag: a profile by its name, or an instance.
 *
 * @param {Element} target
 * @param {View} view
 */
function grabbed(target, view) {
  const instance = target.closest("[data-instance]");
  if (instance) {
    const moving = { gpu: Number(instance.dataset.gpu), id: Number(instance.dataset.instance) };
    return { moving, profile: view.profileOf(moving) };
  }
  const name = target.closest("[data-drag]");
  return name ? { moving: null, profile: Number(name.dataset.drag) } : null;
}

/**
 * The slice of a map under the pointer.
 *
 * @param {Element} map
 * @param {MouseEvent} event
 * @param {Table} table
 */
function column(map, { clientX, clientY }, table) {
  const box = map.getBoundingClientRect();
  if (clientY < box.top || clientY > box.bottom || clientX < box.left || clientX >= box.right)
    return null;
  return Math.floor(((clientX - box.left) / box.width) * table.memory);
}

/**
 * @param {HTMLElement} el
 * @param {PointerEvent} event
 * @param {Carried} carried
 * @param {View} view
 */
function dropPlace(el, event, { profile }, view) {
  for (const map of el.querySelectorAll("[data-map]")) {
    const gpu = Number(map.dataset.map);
    const { table } = view.gpu(gpu);
    const at = column(map, event, table);
    if (at !== null) return { gpu, start: startOver(table.profiles[profile], at) ?? null, at };
  }
  return null;
}

/**
 * The place a mouse is over, in a profile's row or on free slices of the map.
 *
 * @param {MouseEvent} event
 * @param {View} view
 * @returns {Place | null}
 */
function hovered(event, view) {
  const target = targetOf(event);
  const place = target.closest("[data-place]");
  if (place)
    return {
      gpu: Number(place.dataset.gpu),
      profile: Number(place.dataset.profile),
      start: Number(place.dataset.place),
    };
  const map = target.closest("[data-map]");
  if (!map || target.closest("[data-instance]")) return null;
  const gpu = Number(map.dataset.map);
  const profile = view.carried() ?? view.hand.pick(gpu);
  const { table } = view.gpu(gpu);
  const at = column(map, event, table);
  const start = at === null ? undefined : startOver(table.profiles[profile], at);
  return start === undefined ? null : { gpu, profile, start };
}

/**
 * @param {PointerEvent} event
 * @param {View} view
 */
function click(event, view) {
  const target = targetOf(event);
  const button = target.closest("[data-act]");
  if (button) return act(view, button.dataset.act ?? "", Number(button.dataset.gpu ?? 0));
  const instance = target.closest("[data-instance]");
  // A press of Enter or Space is a click too, of no detail; keys have already been heard.
  if (instance) return view.choose(Number(instance.dataset.gpu), Number(instance.dataset.instance));
  const at = hovered(event, view);
  if (at) return pointTo(view, at, event.pointerType !== "touch");
  const map = target.closest("[data-map]");
  if (!map) return undefined;
  const gpu = Number(map.dataset.map);
  return pointTo(
    view,
    { gpu, profile: view.hand.pick(gpu), start: column(map, event, view.gpu(gpu).table) },
    true,
  );
}
