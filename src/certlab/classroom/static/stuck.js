// @ts-check
/**
 * The flag of somebody who is stuck, with a few words about where.
 *
 * @import { StuckView } from "./classes.d.ts"
 */

import { drawProblem } from "../../app/static/card.js";
import { node } from "../../app/static/dom.js";
import { t } from "../../app/static/words.js";

const LONGEST = 200; // characters

/**
 * The form; `view` holds draft, problem and id, and `view.raise(where)` sends it.
 *
 * @param {StuckView} view
 */
export function drawStuck(view) {
  const area = node("textarea", {
    id: `${view.id}-where`,
    "data-key": "where",
    rows: "3",
    maxlength: String(LONGEST),
    "aria-describedby": `${view.id}-limit`,
    oninput: () => {
      view.where = area.value;
    },
  });
  area.value = view.where;
  return node(
    "form",
    {
      class: "cl-vote",
      novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        view.raise(area.value.trim());
      },
    },
    node("label", { for: `${view.id}-where` }, t("Where are you stuck?")),
    area,
    node(
      "p",
      { class: "cl-note", id: `${view.id}-limit` },
      t("Your instructor sees this with your nickname, at most {n} characters.", { n: LONGEST }),
    ),
    drawProblem(view.problem, view.id),
    node(
      "div",
      { class: "cl-actions" },
      node(
        "button",
        { type: "submit", class: "cl-primary", "data-key": "raise" },
        t("Raise the flag"),
      ),
    ),
  );
}
