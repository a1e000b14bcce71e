// @ts-check
/** Steps to put in order: each has two buttons, so no drag is needed. */

import { icon, node } from "../dom.js";
import { inline, plain } from "../text.js";
import { t } from "../words.js";

/** The steps as they stand, first as shown; each moves by its buttons. */
export function drawSteps({ steps }, { response }) {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const ids = response ?? steps.map(({ id }) => id);
  const said = node("p", { class: "cl-hidden", role: "status" });
  const list = node(
    "ol",
    { class: "cl-steps" },
    ids.map((id) =>
      drawStep(byId.get(id), (by, button) => {
        const row = button.closest("li");
        const other = by < 0 ? row.previousElementSibling : row.nextElementSibling;
        if (!other) return;
        if (by < 0) other.before(row);
        else other.after(row);
        const place = [...list.children].indexOf(row);
        said.textContent = t("{step}: now {n} of {count}.", {
          step: plain(byId.get(id).text),
          n: place + 1,
          count: ids.length,
        });
        button.focus();
        list.dispatchEvent(new Event("input", { bubbles: true })); // so that the entry is kept
      }),
    ),
  );
  return [list, said];
}

function drawStep({ id, text }, move) {
  const button = (by, word, label, sign) =>
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

/** Ids in the order in which they stand. */
export function readSteps(form) {
  return [...form.querySelectorAll("[data-step]")].map((row) => row.dataset.step);
}

/** The right order, and for each step whether the learner's place for it was possible. */
export function drawStepsAfter({ steps }, { response, verdict, feedback }) {
  const texts = new Map(steps.map(({ id, text }) => [id, text]));
  return node(
    "ol",
    { class: "cl-steps" },
    feedback.order.map((id) => {
      const right = verdict.parts[id];
      return node(
        "li",
        { class: response && (right ? "cl-is-right" : "cl-is-wrong") },
        node("span", {}, inline(texts.get(id))),
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
