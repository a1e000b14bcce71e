// @ts-check
/**
 * Whether a page was read, on the page.
 *
 * @import { Store } from "../store/store.js"
 */

import { pagesRead } from "../../../day/static/course_index.js";
import { icon, node } from "../dom.js";
import { t } from "../words.js";
import { SURFACE } from "./assets.js";

/**
 * The button that marks a page as read, which ticks it in today's list; or that it was read, and the way back.
 *
 * @param {HTMLElement} el
 * @param {Store} store
 */
export async function drawRead(el, store) {
  const { page } = el.dataset;
  const rows = await store.rows();
  const marked = pagesRead(rows).has(page);
  const pressed = el.contains(document.activeElement);
  /** @param {string} outcome */
  const mark = (outcome) => () =>
    store.add({ outcome, mode: "plan", surface: SURFACE, page }).catch((error) => {
      el.append(node("p", { class: "cl-note", role: "alert" }, error.message));
    });
  /**
   * @param {string} outcome
   * @param {string} kind of button
   * @param {string} says
   */
  const button = (outcome, kind, says) =>
    node("button", { type: "button", class: kind, onclick: mark(outcome) }, says);
  el.replaceChildren(
    marked
      ? node(
          "p",
          { class: "cl-is-right", tabindex: "-1" },
          node("span", { class: "cl-tag" }, icon("right"), t("You have read this page.")),
          " ",
          button("unread", "cl-quiet", t("Mark as unread")),
        )
      : button("read", "cl-button", t("Mark as read")),
  );
  if (pressed) el.querySelector("p, button")?.focus();
}
