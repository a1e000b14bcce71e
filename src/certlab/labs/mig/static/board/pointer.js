// @ts-check
/** Pointing, clicking and dragging; all of it can be done by keys as well. */

import { drag, drop, hover, pointTo } from "./drag.js";
import { startOver } from "./rules.js";

const FAR = 5; // pixels before a press becomes a drag

/** Hear the pointer in `el` and act on `view`. */
export function point(el, view) {
  /** @type {any} */
  let pressed = null; // {x, y, profile, moving, dragging}
  let dragged = false; // a drag just ended: its click is no click

  el.addEventListener("pointerdown", (event) => {
    dragged = false;
    if (event.button || event.pointerType === "touch") return; // a finger scrolls, and taps
    const what = grabbed(event.target, view);
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
      click(event, view);
    },
    true,
  );
}

/** A pointer that is pressed moves: far enough, and it drags. */
function moved(el, event, pressed, view) {
  if (!pressed.dragging) {
    if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < FAR) return;
    pressed.dragging = true;
    el.setPointerCapture(event.pointerId);
  }
  drag(view, pressed, dropPlace(el, event, pressed, view), event);
}

/** What a press would drag: a profile by its name, or an instance. */
function grabbed(target, view) {
  const instance = target.closest("[data-instance]");
  if (instance) {
    const moving = { gpu: Number(instance.dataset.gpu), id: Number(instance.dataset.instance) };
    return { moving, profile: view.profileOf(moving) };
  }
  const name = target.closest("[data-drag]");
  return name ? { moving: null, profile: Number(name.dataset.drag) } : null;
}

/** The slice of a map under the pointer. */
function column(map, { clientX, clientY }, table) {
  const box = map.getBoundingClientRect();
  if (clientY < box.top || clientY > box.bottom || clientX < box.left || clientX >= box.right)
    return null;
  return Math.floor(((clientX - box.left) / box.width) * table.memory);
}

function dropPlace(el, event, { profile }, view) {
  for (const map of el.querySelectorAll("[data-map]")) {
    const gpu = Number(map.dataset.map);
    const { table } = view.gpu(gpu);
    const at = column(map, event, table);
    if (at !== null) return { gpu, start: startOver(table.profiles[profile], at) ?? null, at };
  }
  return null;
}

/** The place a mouse is over, in a profile's row or on free slices of the map. */
function hovered(event, view) {
  const place = event.target.closest("[data-place]");
  if (place)
    return {
      gpu: Number(place.dataset.gpu),
      profile: Number(place.dataset.profile),
      start: Number(place.dataset.place),
    };
  const map = event.target.closest("[data-map]");
  if (!map || event.target.closest("[data-instance]")) return null;
  const gpu = Number(map.dataset.map);
  const profile = view.carried()?.profile ?? view.hand.pick(gpu);
  const start = startOver(
    view.gpu(gpu).table.profiles[profile],
    column(map, event, view.gpu(gpu).table),
  );
  return start === undefined ? null : { gpu, profile, start };
}

function click(event, view) {
  const { target } = event;
  const act = target.closest("[data-act]");
  if (act)
    return view.act(
      act.dataset.act,
      act.dataset.gpu === undefined ? undefined : Number(act.dataset.gpu),
    );
  const instance = target.closest("[data-instance]");
  // A press of Enter or Space is a click too, of no detail; keys have already been heard.
  if (instance) return view.choose(Number(instance.dataset.gpu), Number(instance.dataset.instance));
  const place = target.closest("[data-place], [data-map]");
  if (!place) return undefined;
  const at = hovered(event, view);
  if (at) return pointTo(view, at, event.pointerType !== "touch");
  const map = target.closest("[data-map]");
  const gpu = Number(map.dataset.map);
  return pointTo(
    view,
    { gpu, profile: view.hand.pick(gpu), start: column(map, event, view.gpu(gpu).table) },
    true,
  );
}
