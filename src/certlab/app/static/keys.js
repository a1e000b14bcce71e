// @ts-check
/**
 * Keys, heard only while the focus is inside the widget.
 *
 * @import { WidgetModel } from "./elements.d.ts"
 */

const TYPING = "input[type=text], select";
const PRESSABLE = "button, a";

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
    if (key === "Enter" && target.matches("select")) return; // closes its list
    if ((key === "Enter" || key === " ") && target.matches(PRESSABLE)) return; // presses it
    if (key !== "Enter" && target.matches(TYPING)) return;
    // A held Enter would run through check, next and check again.
    if (event.repeat && key === "Enter") event.preventDefault();
    else if (press(key.toLowerCase(), target)) event.preventDefault();
  });
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
