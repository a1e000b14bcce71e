// @ts-check
/**
 * A recording of a game, as a preview: one line more or less at a time.
 *
 * @import { Recorded } from "./machines.d.ts"
 */

import { node } from "../../../../app/static/dom.js";
import { t } from "../../../../app/static/words.js";
import { drawTurn } from "./log.js";

/** @param {Recorded[]} turns */
export function drawRecording(turns) {
  let shown = 1;
  const log = node("div", {
    class: "cl-log",
    role: "log",
    tabindex: "0",
    "aria-label": t("A recording"),
  });
  const place = node("span", { class: "cl-muted" });
  /** @type {(by: number, says: string) => HTMLButtonElement} */
  const step = (by, says) =>
    node("button", { type: "button", onclick: () => show(shown + by) }, says);
  const [back, on] = [step(-1, t("Back")), step(1, t("Next line"))];
  /** @param {number} count */
  const show = (count) => {
    shown = Math.min(Math.max(count, 1), turns.length);
    while (log.children.length > shown) log.lastElementChild?.remove();
    for (const turn of turns.slice(log.children.length, shown)) log.append(drawTurn(...turn));
    log.scrollTop = log.scrollHeight;
    for (const [button, end] of /** @type {const} */ ([
      [back, 1],
      [on, turns.length],
    ]))
      button.setAttribute("aria-disabled", String(shown === end));
    place.textContent = t("line {n} of {count}", { n: shown, count: turns.length });
  };
  show(1);
  return node(
    "div",
    { class: "cl-recording" },
    log,
    node("div", { class: "cl-acts" }, back, on, place),
  );
}
