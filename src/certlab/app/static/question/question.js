// @ts-check
/** A question before its answer: native controls, and what stands in them. */

import { node } from "../dom.js";
import { quantityIn } from "../grading/numbers.js";
import { inline } from "../text.js";
import { t } from "../words.js";
import { drawLine, readLineEntry } from "./command.js";
import { drawGaps, readGaps } from "./gaps.js";
import { drawPairs, readPairs } from "./matching.js";
import { drawSteps, readSteps } from "./ordering.js";

/** The controls of one question. `id` is unique on the page, `draft` what was entered. */
export function drawQuestion(show, draft, id, problem) {
  const hint =
    show.kind === "multi"
      ? [" ", node("span", { class: "cl-muted" }, t("Choose {n}.", { n: show.select }))]
      : null;
  return node(
    "fieldset",
    { "aria-describedby": problem ? `${id}-problem` : null },
    node("legend", { class: "cl-ask", tabindex: "-1" }, inline(show.ask), hint),
    CONTROLS[show.kind].draw(show, draft, id, problem),
  );
}

/** The situation that several items ask about; null for an item by itself. */
export function drawContext({ context }) {
  if (!context) return null;
  return node(
    "section",
    { class: "cl-context", "aria-label": context.title },
    node("p", { class: "cl-small cl-muted" }, context.title),
    node("p", {}, inline(context.text)),
  );
}

function drawOptions({ kind, options }, { response }, id) {
  const chosen = [response].flat();
  return options.map((option, index) =>
    node(
      "label",
      { class: "cl-choice" },
      node("input", {
        type: kind === "multi" ? "checkbox" : "radio",
        name: `${id}-option`,
        value: option.id,
        checked: chosen.includes(option.id),
        "data-key": `option-${option.id}`,
      }),
      node("span", {}, inline(option.text)),
      index < 9 ? node("kbd", { "aria-hidden": "true" }, String(index + 1)) : null,
    ),
  );
}

function drawNumeric(show, { response }, id, problem) {
  const refused = problem?.invalid ? quantityIn(show, response).field : null;
  const marks = (key) => ({
    "data-key": key,
    "aria-invalid": refused === key ? "true" : null,
    "aria-describedby": problem ? `${id}-problem` : null,
  });
  return [
    drawGiven(show.given),
    node(
      "label",
      { class: "cl-entry", for: `${id}-number` },
      t("Your answer, {wants}", { wants: wantsWords(show) }),
    ),
    node(
      "div",
      { class: "cl-field" },
      node("input", {
        id: `${id}-number`,
        type: "text",
        inputmode: "decimal",
        size: "12",
        autocomplete: "off",
        spellcheck: "false",
        value: response?.number ?? "",
        ...marks("number"),
      }),
      drawUnit(show.units, response?.unit ?? "", marks("unit")),
    ),
  ];
}

function drawUnit(units, chosen, marks) {
  if (units.length < 2) return units[0] ? node("span", {}, units[0]) : null;
  return node(
    "select",
    { "aria-label": t("Unit"), ...marks },
    node("option", { value: "" }, t("unit")),
    units.map((unit) => node("option", { value: unit, selected: unit === chosen }, unit)),
  );
}

/** The given values as a list of terms; null when there are none. */
export function drawGiven(given) {
  if (!given.length) return null;
  return node(
    "dl",
    { class: "cl-given" },
    given.map(({ label, value, unit }) => [
      node("dt", {}, inline(label)),
      node("dd", { class: "cl-number" }, value),
      node("dd", {}, unit),
    ]),
  );
}

/** In which unit and how exactly a number is wanted; as certlab.study.kinds.numeric says it. */
function wantsWords({ units, within }) {
  const unit = units.length > 1 ? t("with its unit") : unitWords(units[0]);
  const tolerance = within ? t("to within {percent} %", { percent: within }) : t("exactly");
  return t("{unit}, {tolerance}", { unit, tolerance });
}

function unitWords(unit) {
  if (!unit) return t("as a plain number");
  return unit === "x" ? t("as a multiple (×)") : t("in {unit}", { unit });
}

/** The optional question how sure the learner is; it changes no score. */
export function drawConfidence({ confidence }, id) {
  const one = (value, word) =>
    node(
      "label",
      {},
      node("input", {
        type: "radio",
        name: `${id}-sure`,
        value,
        checked: value === confidence,
        "data-key": value,
      }),
      word,
    );
  return node(
    "fieldset",
    { class: "cl-sure" },
    node("legend", {}, t("How sure are you?")),
    one("sure", t("Sure")),
    one("unsure", t("Unsure")),
  );
}

function readOptions(form) {
  return [...form.querySelectorAll("[name$=-option]:checked")].map((input) => input.value);
}

function readNumeric(form, { units }) {
  const unit = form.querySelector("select")?.value ?? units[0] ?? "";
  return { number: form.querySelector("[data-key=number]").value, unit };
}

// For each kind what draws its controls, and what reads a response from them.
const CONTROLS = {
  single: { draw: drawOptions, read: (form) => readOptions(form)[0] ?? null },
  multi: { draw: drawOptions, read: readOptions },
  numeric: { draw: drawNumeric, read: readNumeric },
  order: { draw: drawSteps, read: readSteps },
  match: { draw: drawPairs, read: readPairs },
  cloze: { draw: drawGaps, read: readGaps },
  command: { draw: drawLine, read: readLineEntry },
};

/** The response and the confidence that stand in the controls. */
export function readEntry(form, show) {
  const response = CONTROLS[show.kind].read(form, show);
  return { response, confidence: form.querySelector("[name$=-sure]:checked")?.value ?? null };
}
