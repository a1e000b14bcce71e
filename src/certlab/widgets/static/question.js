/** A question before its answer: native controls, and what stands in them. */

import { node } from "./dom.js";
import { parseNumber } from "./grading.js";
import { inline } from "./text.js";

/** The controls of one question. `id` is unique on the page, `draft` what was entered. */
export function drawQuestion(show, draft, id, problem) {
  const hint = show.kind === "multi" ? node("span", { class: "cl-muted" }, ` Choose ${show.select}.`) : null;
  return node("fieldset", { "aria-describedby": problem ? `${id}-problem` : null },
    node("legend", { class: "cl-ask", tabindex: "-1" }, inline(show.ask), hint),
    show.kind === "numeric" ? drawNumeric(show, draft, id, problem) : drawOptions(show, draft, id));
}

function drawOptions({ kind, options }, { response }, id) {
  const chosen = [response].flat();
  return options.map((option, index) =>
    node("label", { class: "cl-choice" },
      node("input", {
        type: kind === "multi" ? "checkbox" : "radio", name: `${id}-option`, value: option.id,
        checked: chosen.includes(option.id), "data-key": `option-${option.id}`,
      }),
      node("span", {}, inline(option.text)),
      index < 9 ? node("kbd", { "aria-hidden": "true" }, String(index + 1)) : null));
}

function drawNumeric(show, { response }, id, problem) {
  const refused = problem?.invalid ? (parseNumber(response?.number ?? "") === null ? "number" : "unit") : null;
  const marks = (key) => ({
    "data-key": key,
    "aria-invalid": refused === key ? "true" : null,
    "aria-describedby": problem ? `${id}-problem` : null,
  });
  return [
    drawGiven(show.given),
    node("label", { class: "cl-entry", for: `${id}-number` }, "Your answer, ", show.tolerance),
    node("div", { class: "cl-field" },
      node("input", {
        id: `${id}-number`, type: "text", inputmode: "decimal", size: "12", autocomplete: "off",
        spellcheck: "false", value: response?.number ?? "", ...marks("number"),
      }),
      drawUnit(show.units, response?.unit ?? "", marks("unit"))),
  ];
}

function drawUnit(units, chosen, marks) {
  if (units.length < 2) return units[0] ? node("span", {}, units[0]) : null;
  return node("select", { "aria-label": "Unit", ...marks },
    node("option", { value: "" }, "unit"),
    units.map((unit) => node("option", { value: unit, selected: unit === chosen }, unit)));
}

/** The given values as a list of terms; null when there are none. */
export function drawGiven(given) {
  if (!given.length) return null;
  return node("dl", { class: "cl-given" }, given.map(({ label, value, unit }) => [
    node("dt", {}, inline(label)), node("dd", { class: "cl-number" }, value), node("dd", {}, unit),
  ]));
}

/** The optional question how sure the learner is; it changes no score. */
export function drawConfidence({ confidence }, id) {
  const one = (value, word) => node("label", {},
    node("input", {
      type: "radio", name: `${id}-sure`, value, checked: value === confidence, "data-key": value,
    }), word);
  return node("fieldset", { class: "cl-sure" },
    node("legend", {}, "How sure are you?"), one("sure", "Sure"), one("unsure", "Unsure"));
}

/** The response and the confidence that stand in the controls. */
export function readEntry(form, { kind, units }) {
  const values = [...form.querySelectorAll("[name$=-option]:checked")].map((input) => input.value);
  const number = form.querySelector("[data-key=number]")?.value;
  const unit = form.querySelector("select")?.value ?? units?.[0] ?? "";
  const response = { single: values[0] ?? null, multi: values, numeric: { number, unit } }[kind];
  return { response, confidence: form.querySelector("[name$=-sure]:checked")?.value ?? null };
}
