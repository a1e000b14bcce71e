// @ts-check
/**
 * What comes while a button is held down is drawn once it is let go. Drawn at once, it would put another
 * button in that one's place, or move it from under the pointer, and the press would be lost.
 */

const BUTTONS = "button, summary, a";
const CLICKED = 50; // milliseconds after a button is let go; its click has come by then

let held = false;
let timer = 0;
/** @type {(() => void)[]} */
let waiting = [];

/** @param {() => void} draw */
export function whenFree(draw) {
  if (held) waiting.push(draw);
  else draw();
}

/** Look at how buttons are pressed on this page, by a pointer or by the space bar. */
export function watchPresses() {
  addEventListener("pointerdown", ({ target, button }) => button === 0 && hold(target), true);
  addEventListener("keydown", ({ target, key }) => key === " " && hold(target), true);
  for (const name of ["pointerup", "pointercancel", "keyup"]) addEventListener(name, letGo, true);
  addEventListener("blur", letGo); // of the window: what is let go elsewhere is not heard of
}

/** @param {EventTarget | null} target */
function hold(target) {
  if (!(target instanceof Element && target.closest(BUTTONS))) return;
  clearTimeout(timer);
  held = true;
}

function letGo() {
  if (!held) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    held = false;
    const before = waiting;
    waiting = [];
    for (const draw of before) draw();
  }, CLICKED);
}
