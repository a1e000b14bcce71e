// @ts-check
/**
 * What a newcomer's further answers come to: the steps of the path that may be skipped.
 *
 * @import { FirstSet, Mark, MoreSet } from "./front.d.ts"
 */

import { node } from "../../app/static/dom.js";
import { t, tn } from "../../app/static/words.js";
import { maySkip } from "./placement.js";

/**
 * The way from the first questions to those that follow.
 *
 * @param {number} count
 * @param {() => void} go
 */
export function drawMore(count, go) {
  return node(
    "p",
    { class: "cl-estimate" },
    node(
      "button",
      { type: "button", "data-key": "more-questions", onclick: go },
      tn("{n} more question", "{n} more questions", count),
    ),
    " ",
    node("span", { class: "cl-muted" }, t("and I place you on the path.")),
  );
}

/**
 * What somebody reads who comes back to those questions; it goes with the card.
 *
 * @param {number} done
 * @param {number} count
 */
export function drawGoneOn(done, count) {
  const says = t("You go on where you were: {n} of {count} are done, and your answers are kept.", {
    n: done,
    count,
  });
  return node("p", { class: "cl-small cl-muted", role: "status" }, says);
}

/**
 * The place on the path; `open` questions were not reached.
 *
 * @param {string} code
 * @param {string} root leads to the root of all pages
 * @param {{ set: FirstSet, marks: Mark[] }} first
 * @param {{ set: MoreSet, marks: Mark[], open: number }} more
 */
export function drawPlace(code, root, first, more) {
  const steps = more.set.steps;
  const results = [...resultsOf(first.set, first.marks), ...resultsOf(more.set, more.marks)];
  const found = maySkip(
    steps.map(({ objectives }) => objectives),
    results,
  ).map((place) => steps[place]);
  const count = results.length;
  const right = results.filter(([, went]) => went).length;
  const asked = count - more.open;
  return [
    node(
      "p",
      { class: "cl-score", tabindex: "-1" },
      t("{n} of {count} right", { n: right, count: asked }),
    ),
    node("div", { class: "cl-estimate" }, [
      more.open
        ? node(
            "p",
            { role: "status" },
            t("You stopped after {n} of {count} questions; what you answered is kept.", {
              n: asked,
              count,
            }),
          )
        : null,
      found.length
        ? [
            node(
              "p",
              {},
              tn(
                "You may skip this step of the path to {code}:",
                "You may skip these {n} steps of the path to {code}:",
                found.length,
                { code },
              ),
            ),
            node(
              "ul",
              {},
              found.map(({ name, path }) =>
                node("li", {}, node("a", { href: `${root}${path}` }, name)),
              ),
            ),
            node(
              "p",
              { class: "cl-muted" },
              t("Nothing is ticked: what you know of each you showed with a few questions."),
            ),
          ]
        : node("p", {}, t("Begin the path at its first step: no step is known to you as a whole.")),
    ]),
  ];
}

/**
 * @param {FirstSet} set
 * @param {Mark[]} marks
 * @returns {[string, boolean][]}
 */
function resultsOf({ items, objectives }, marks) {
  return items.map((item, n) => [objectives[item].number, marks[n] === "right"]);
}
