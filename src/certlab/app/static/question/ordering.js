// @ts-check
/**
 * Steps to put in order: each has two buttons, so no drag is needed.
 *
 * @import { Answer, Draft, Option, ShownOrder } from "./items.d.ts"
 */

import { icon, node } from "../dom.js";
import { inline, plain } from "../text.js";
import { t } from "../words.js";

/**
 * The steps as they stand, first as shown; each moves by its buttons.
 *
 * @param {ShownOrder} show
 * @param {Draft<string[] | null>} draft ids
 */
export function drawSteps({ steps }, { response }) {
  const ids = response ?? steps.map(({ id }) => id);
  const inTurn = ids.map((id) => steps.find((step) => step.id === id)).filter((step) => !!step);
  const said = node("p", { class: "cl-hidden", role: "status" });
  const list = node(
    "ol",
    { class: "cl-steps" },
    inTurn.map((step) =>
      drawStep(step, (by, button) => {
        const row = button.closest("li");
        const other = by < 0 ? row?.previousElementSibling : row?.nextElementSibling;
        if (!row || !other) return;
        if (by < 0) other.before(row);
        else other.after(row);
        const place = [...list.children].indexOf(row);
        said.textContent = t("{step}: now {n} of {count}.", {
          step: plain(step.text),
          n: place + 1,
          count: inTurn.length,
        });
        button.focus();
        list.dispatchEvent(new Event("input", { bubbles: true })); // so that the entry is kept
      }),
    ),
  );
  return [list, said];
}

/**
 * @param {Option} step
 * @param {(by: 1 | -1, button: HTMLElement) => void} move
 */
function drawStep({ id, text }, move) {
  const button = (
    /** @type {1 | -1} */ by,
    /** @type {string} */ word,
    /** @type {string} */ label,
    /** @type {string} */ sign,
  ) =>
    node(
      "button",
      {
        type: "button",
        class: "cl-quiet",
        "data-key": `${word}-${id}`,
        "aria-label": label,
        onclick: (event) => move(by, event.currentTarget),
      },
      sign,
    );
  return node(
    "li",
    { "data-step": id },
    node("span", {}, inline(text)),
    node(
      "span",
      { class: "cl-moves" },
      button(-1, "up", t("Move up: {step}", { step: plain(text) }), "↑"),
      button(1, "down", t("Move down: {step}", { step: plain(text) }), "↓"),
    ),
  );
}

/**
 * Ids in the order in which they stand.
 *
 * @param {HTMLFormElement} form
 */
export function readSteps(form) {
  return [...form.querySelectorAll("[data-step]")].map((row) => row.dataset.step ?? "");
}

/**
 * The right order, and for each step whether the learner's place for it was possible.
 *
 * @param {ShownOrder} show
 * @param {Answer<string[] | null>} answer
 */
export function drawStepsAfter({ steps }, { response, verdict, feedback }) {
  const textOf = (/** @type {string} */ id) => steps.find((step) => step.id === id)?.text ?? "";
  return node(
    "ol",
    { class: "cl-steps" },
    feedback.order.map((id) => {
      const right = verdict.parts[id];
      return node(
        "li",
        { class: response && (right ? "cl-is-right" : "cl-is-wrong") },
        node("span", {}, inline(textOf(id))),
        response &&
          node(
            "span",
            { class: "cl-tag" },
            icon(right ? "right" : "wrong"),
            right
              ? t("In place")
              : t("Too early: it was no. {n}.", { n: response.indexOf(id) + 1 }),
          ),
        node("span", { class: "cl-says" }, inline(feedback.whys[id] ?? "")),
      );
    }),
  );
}
