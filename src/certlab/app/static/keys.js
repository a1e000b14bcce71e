// @ts-check
/**
 * Keys, heard only while the focus is inside the widget.
 *
 * @import { WidgetModel } from "./elements.d.ts"
 */

import { inUnusedFrame } from "./dom.js";

const TYPING = "input[type=text], select";
const PRESSABLE = "button, a";
const MOVES = ".cl-moves button"; // of a step: Space presses one, Enter checks the order

/**
 * Call `press(key)` for plain keys; it says whether it used the key. Enter is "enter".
 *
 * Every plain key stops here. JupyterLab would take letters for commands (D D deletes the
 * cell) and digits for headings. Keys held with Ctrl, Alt or Cmd, Escape, Tab and
 * Shift+Enter go on to it.
 *
 * @param {HTMLElement} el
 * @param {(key: string, target: HTMLElement) => unknown} press
 */
export function listen(el, press) {
  el.addEventListener("keydown", (event) => {
    const { key } = event;
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (key === "Escape" || key === "Tab" || (event.shiftKey && key === "Enter")) return;
    event.stopPropagation();
    if (key === "Enter" && isOpenList(target)) return; // chooses in it
    const presses = key === " " || (key === "Enter" && !target.matches(MOVES));
    if (presses && target.matches(PRESSABLE)) return;
    if (key !== "Enter" && target.matches(TYPING)) return;
    // A held Enter would run through check, next and check again.
    if (event.repeat && key === "Enter") event.preventDefault();
    else if (press(key.toLowerCase(), target)) event.preventDefault();
  });
}

/**
 * Whether it is a select whose list is open. Where a browser cannot say so, the list hears Enter before the page.
 *
 * @param {HTMLElement} target
 */
function isOpenList(target) {
  return CSS.supports("selector(:open)") && target.matches("select:open");
}

/**
 * Give the first card of a page of questions the focus, so that its keys work without a click.
 *
 * Not where something else has it, nor where a link led to a part of the page, nor in a frame that
 * is not the one being used, nor in a notebook. The page does not move.
 *
 * @param {HTMLElement} el what the questions are drawn in
 * @param {(element: Element) => boolean} isOwn whether what has the focus may lose it to them
 */
export function focusFirst(el, isOwn = () => false) {
  const { activeElement: now, body } = document;
  if (inUnusedFrame() || el.closest(".jp-Notebook")) return;
  const isFree = now === null || now === body;
  if (isFree ? document.querySelector(":target") : !isOwn(now)) return;
  el.querySelector(".cl-frame [tabindex='-1']")?.focus({ preventScroll: true });
}

/**
 * Take the focus in a notebook whose cell was run just now, so that the next key is the card's.
 *
 * Not on a page of the site, nor while something is typed elsewhere, nor when what was drawn
 * before is drawn again, as after a reload.
 *
 * @param {Pick<WidgetModel, "get" | "set" | "save_changes">} model
 * @param {HTMLElement} place
 */
export function takeFocus(model, place) {
  if (model.get("focused")) return;
  new ResizeObserver((_, watch) => {
    // it is drawn before it stands in the notebook
    watch.disconnect();
    const notebook = place.closest(".jp-Notebook");
    if (!notebook) return;
    model.set("focused", true);
    model.save_changes();
    const now = /** @type {HTMLElement} */ (document.activeElement);
    const typing = now.isContentEditable || now.matches("input, textarea, select");
    if (!notebook.contains(now) || place.contains(now) || typing) return;
    place.querySelector("[tabindex='-1']")?.focus();
  }).observe(place);
}
