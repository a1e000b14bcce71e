// @ts-check
/**
 * What the card has before one joins and after: its heading, what is shared, what was refused.
 *
 * @import { About, JoinView } from "./classes.d.ts"
 */

import { node } from "../../app/static/dom.js";
import { tn } from "../../app/static/words.js";

/** @param {string} words */
export const heading = (words) =>
  node("h2", { class: "cl-heading", tabindex: "-1", "data-key": "class" }, words);

/**
 * A page of the Hub, which opens beside the course.
 *
 * @param {string} href
 * @param {string} words
 */
export const outside = (href, words) =>
  node("a", { class: "cl-small", href, target: "_blank", rel: "noopener" }, words);

/**
 * What the class sees, a sentence a line; how long it is kept comes last.
 *
 * @param {About} about
 */
export function drawShares({ shares, kept_days: days }) {
  return node(
    "ul",
    { class: "cl-shares" },
    shares.map((one) => node("li", {}, one)),
    Number.isFinite(days)
      ? node(
          "li",
          {},
          tn(
            "The class keeps it for {n} day and then removes it.",
            "The class keeps it for {n} days and then removes it.",
            days,
          ),
        )
      : null,
  );
}

/**
 * Do what is asked of the class; what it refuses stands in the card.
 *
 * @param {JoinView} view
 * @param {() => Promise<unknown>} work
 * @param {Partial<JoinView>} done what the card has then
 */
export async function attempt(view, work, done) {
  if (view.busy) return;
  Object.assign(view, { busy: true, problem: null });
  try {
    await work();
    Object.assign(view, { busy: false, ...done });
  } catch (error) {
    Object.assign(view, { busy: false, problem: { say: error.message } });
  }
  view.paint();
}
