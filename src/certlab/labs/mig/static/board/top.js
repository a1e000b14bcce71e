// @ts-check
/**
 * Above and between the GPUs: which GPU and how many, undo, the goal, a refusal.
 *
 * @import { View } from "./view.js"
 */

import { icon, node } from "../../../../app/static/dom.js";
import { t } from "../../../../app/static/words.js";

/**
 * GPU, number of GPUs, Undo and Clear; the first two only while they may be changed.
 *
 * @param {View} view
 */
export function drawControls(view) {
  const { model } = view;
  const choices = model.get("choices");
  const idle = (/** @type {boolean} */ off) => (off ? "true" : null);
  return node(
    "div",
    { class: "cl-controls" },
    choices.length
      ? [
          node(
            "label",
            {},
            t("GPU"),
            node(
              "select",
              { "data-setup": "gpu", "data-key": "gpu" },
              choices.map(([id, name]) =>
                node("option", { value: id, selected: id === view.hand.table.id }, name),
              ),
            ),
          ),
          node(
            "label",
            {},
            t("GPUs"),
            node("input", {
              type: "number",
              min: "1",
              max: "8",
              value: `${view.hand.count}`,
              "data-setup": "count",
              "data-key": "count",
            }),
          ),
        ]
      : null,
    node(
      "button",
      {
        type: "button",
        "data-act": "undo",
        "data-key": "undo",
        "aria-disabled": idle(!model.get("undoable")),
      },
      t("Undo"),
    ),
    node(
      "button",
      {
        type: "button",
        "data-act": "clear",
        "data-key": "clear",
        "aria-disabled": idle(model.get("shown").every(({ at }) => !at.length)),
      },
      t("Clear"),
    ),
  );
}

/**
 * What is to be reached, and what of it stands.
 *
 * @param {View} view
 */
export function drawGoal(view) {
  const goal = view.model.get("goal");
  if (!goal.wanted?.length) return null;
  return node(
    "div",
    { class: `cl-goal${goal.done ? " cl-done" : ""}`, role: "group", "aria-label": t("Goal") },
    node(
      "p",
      {},
      goal.done
        ? [icon("right"), node("strong", {}, t("Goal reached."))]
        : node("strong", {}, t("Goal")),
    ),
    node(
      "ul",
      {},
      goal.wanted.map(({ name, done }) =>
        node(
          "li",
          { class: done ? "cl-there" : null },
          done ? icon("right") : null,
          node("code", {}, name),
          node("span", {}, done ? t("placed") : t("to place")),
        ),
      ),
    ),
  );
}

/**
 * Why something was refused; announced at once.
 *
 * @param {View} view
 * @param {number} gpu
 */
export function drawRefusal(view, gpu) {
  const refusal = view.refusal(gpu);
  if (!refusal) return null;
  return node(
    "div",
    { class: "cl-refusal", role: "alert", "data-key": `refusal-${refusal.n}` },
    icon("wrong"),
    node("p", {}, node("strong", {}, t("Refused.")), ` ${refusal.text}`),
  );
}
