// @ts-check
/**
 * The MIG board: GPUs as grids of slices, on which instances are placed, moved and removed.
 *
 * Python decides. The page sends what is wanted:
 *   {type: "place", gpu, profile, start}  profile by its place in `table`; start null: the driver's
 *   {type: "move", gpu, id, to, start} · {type: "remove", gpu, id} · {type: "run", gpu, line}
 *   {type: "setup", gpu?, count?} · {type: "undo"} · {type: "clear"}
 * and Python answers with the traits: `table` (the rules), `shown` (what stands on each GPU),
 * `refusal`, `said` (for the live region), `output` of a line, `goal`, `undoable`, `choices`.
 * On a page model.js decides instead; its `runs` is false, and no line can be run.
 * What a ghost needs is in `table`, so that it follows a key or the pointer at once.
 *
 * @import { Board } from "./boards.d.ts"
 */

import { hearTraits, whenAllStand } from "../../../../app/static/simulator/traits.js";
import { hear } from "./keys.js";
import { point } from "./pointer.js";
import { View } from "./view.js";

const DRAWN = ["table", "shown", "refusal", "output", "goal", "undoable", "choices"];

/**
 * Python has answered: settle, draw, put the focus where it belongs, let a move slide.
 *
 * @param {View} view
 */
function follow(view) {
  const changed = whenAllStand(() => {
    view.hand.settle();
    const key = view.aim?.();
    view.paint();
    if (key) {
      view.focus(key);
      slide(view, view.find(key));
    }
    view.aim = view.from = null;
  });
  return hearTraits(view.model, {
    ...Object.fromEntries(DRAWN.map((name) => [name, changed.hear])),
    said: () => {
      changed.hear();
      view.say(view.model.get("said").text ?? "");
    },
  });
}

/**
 * @param {View} view
 * @param {HTMLElement | null} made
 */
function slide(view, made) {
  if (!view.from || !made || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const to = made.getBoundingClientRect();
  const offset = `translate(${view.from.left - to.left}px, ${view.from.top - to.top}px)`;
  made.animate([{ transform: offset }, { transform: "none" }], {
    duration: 160,
    easing: "ease-out",
  });
}

/**
 * Focus that comes to a profile holds its ghost; focus that leaves a GPU lets go of it.
 *
 * @param {View} view
 */
function watchFocus(view) {
  const { place, hand } = view;
  place.addEventListener("focusin", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const gpu = Number(target.dataset.gpu);
    if (target.matches("[data-profile][type=radio]") && hand.held?.gpu !== gpu) {
      hand.hold(gpu);
      view.tell(gpu);
    } else if (target.matches("[data-instance]") && !hand.moving)
      view.choose(gpu, Number(target.dataset.instance));
  });
  place.addEventListener("focusout", (event) => {
    const relatedTarget = /** @type {Element | null} */ (event.relatedTarget);
    if (!relatedTarget || hand.held?.moving || !hand.held) return;
    if (relatedTarget.closest("[data-section]")?.dataset.section === String(hand.held.gpu)) return;
    hand.leave();
    view.paint();
  });
  place.addEventListener("change", (event) => {
    const target = /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target);
    const { profile, setup } = target.dataset;
    const gpu = Number(target.dataset.gpu);
    if (profile !== undefined) {
      hand.picks[gpu] = Number(profile);
      hand.hold(gpu);
      hand.keep();
      view.tell(gpu);
    } else if (setup)
      view.model.send({
        type: "setup",
        [setup]: setup === "count" ? Number(target.value) : target.value,
      });
  });
  place.addEventListener("input", (event) => {
    const target = /** @type {HTMLTextAreaElement} */ (event.target);
    if (target.dataset.line !== undefined) {
      hand.lines[Number(target.dataset.line)] = target.value;
      hand.keep();
    }
  });
}

/** @param {Board} drawn */
function render({ model, el }) {
  const view = new View(model, el);
  view.paint();
  watchFocus(view);
  hear(view.place, view);
  point(view.place, view);
  const leave = follow(view);
  return () => {
    leave();
    el.replaceChildren();
  };
}

export default { render };
