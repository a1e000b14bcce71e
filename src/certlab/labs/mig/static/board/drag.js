// @ts-check
/**
 * What hovering, dragging and pointing do to the board; pointer.js hears them.
 *
 * @import { Carried, Drop, Place, Where } from "./boards.d.ts"
 * @import { View } from "./view.js"
 */

import { t } from "../../../../app/static/words.js";

/**
 * Show a ghost where a mouse is, if the profile fits there.
 *
 * @param {View} view
 * @param {Place | null} at
 */
export function hover(view, at) {
  const { hand } = view;
  const moving = at && view.movedAs(at.profile);
  const open = at && hand.starts(at.gpu, at.profile).includes(at.start);
  const over = at && open ? { ...at, moving, blocked: false } : null;
  if (JSON.stringify(over) === JSON.stringify(hand.over)) return;
  hand.over = over;
  view.paint();
}

/**
 * Carry a profile or an instance to a place, or over none.
 *
 * @param {View} view
 * @param {Carried} carried
 * @param {Drop | null} to
 * @param {MouseEvent} pointer
 */
export function drag(view, { profile, moving }, to, { clientX, clientY }) {
  const box = view.place.getBoundingClientRect();
  view.carry.hidden = false;
  view.carry.textContent = view.hand.table.profiles[profile].name;
  view.carry.style.translate = `${clientX - box.left + 12}px ${clientY - box.top + 12}px`;
  view.hand.over = { gpu: null, start: null, profile, moving }; // nothing is in its own way
  const open = to ? view.hand.starts(to.gpu, profile) : [];
  view.hand.over = {
    gpu: to && to.start !== null ? to.gpu : null,
    start: to?.start ?? null,
    profile,
    moving,
    blocked: to !== null && (to.start === null || !open.includes(to.start)),
  };
  view.paint();
}

/**
 * Let go of it there: place or move it, or leave all as it was.
 *
 * @param {View} view
 * @param {Carried | null} what
 * @param {Drop | null} to
 */
export function drop(view, what, to) {
  view.carry.hidden = true;
  view.hand.over = null;
  if (!to || !what) view.say(t("Left unchanged."));
  else if (what.moving) dropMoved(view, what.moving, to);
  else {
    view.hand.picks[to.gpu] = what.profile;
    view.model.send({
      type: "place",
      gpu: to.gpu,
      profile: what.profile,
      start: to.start ?? to.at,
    });
  }
  view.paint();
}

/**
 * @param {View} view
 * @param {Where} moving
 * @param {Drop} to
 */
function dropMoved(view, moving, to) {
  const instance = view.hand.instance(moving);
  if (!instance) return; // it went meanwhile, by an undo
  const [, , at] = instance;
  if (to.gpu !== moving.gpu || to.start !== at) view.move(moving, to.gpu, to.start ?? to.at);
}

/**
 * A click on a place: a mouse has seen the ghost already, a finger sees it first.
 *
 * @param {View} view
 * @param {Omit<Place, "start"> & { start: number | null }} at start null: the driver's
 * @param {boolean} mouse
 */
export function pointTo(view, at, mouse) {
  const { hand } = view;
  const seen = hand.ghost(at.gpu);
  const moving = view.movedAs(at.profile);
  const open = at.start !== null && hand.starts(at.gpu, at.profile).includes(at.start);
  const same = seen && seen.profile === at.profile && seen.start === at.start;
  hand.picks[at.gpu] = moving ? hand.pick(at.gpu) : at.profile;
  hand.keep();
  if (!mouse && open && !same) {
    hand.hold(at.gpu, { start: at.start, moving });
    return view.tell(at.gpu);
  }
  hand.over = null;
  if (!moving) hand.held = null;
  view.paint();
  return moving ? view.move(moving, at.gpu, at.start) : view.model.send({ type: "place", ...at });
}
