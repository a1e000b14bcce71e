// @ts-check
/**
 * A question before its answer: native controls, and what stands in them.
 *
 * @import { Child } from "../elements.d.ts"
 * @import { Context, Draft, Problem, Quantity, Response, Shown, ShownChoice, ShownNumeric } from "./items.d.ts"
 */

import { node } from "../dom.js";
import { quantityIn } from "../grading/numbers.js";
import { inline } from "../text.js";
import { t } from "../words.js";
import { drawLine, readLineEntry } from "./command.js";
import { drawGaps, readGaps } from "./gaps.js";
import { drawPairs, readPairs } from "./matching.js";
import { drawSteps, readSteps } from "./ordering.js";
import { wantsWords } from "./wanted.js";

/**
 * The controls of one question. `id` is unique on the page, `draft` what was entered.
 *
 * @param {Shown} show
 * @param {Draft} draft
 * @param {string} id
 * @param {Problem | null} problem
 */
export function drawQuestion(show, draft, id, problem) {
  const hint =
    show.kind === "multi"
      ? [" ", node("span", { class: "cl-muted" }, t("Choose {n}.", { n: show.select ?? 1 }))]
      : null;
  return node(
    "fieldset",
    { "aria-describedby": problem ? `${id}-problem` : null },
    node("legend", { class: "cl-ask", tabindex: "-1" }, inline(show.ask), hint),
    controlsOf(show).draw(show, draft, id, problem),
  );
}

/**
 * The situation that several items ask about; null for an item by itself.
 *
 * @param {{ context?: Context }} show
 */
export function drawContext({ context }) {
  if (!context) return null;
  return node(
    "section",
    { class: "cl-context", "aria-label": context.title },
    node("p", { class: "cl-small cl-muted" }, context.title),
    node("p", {}, inline(context.text)),
  );
}

/**
 * @param {ShownChoice} show
 * @param {Draft} draft
 * @param {string} id
 */
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

/**
 * @param {ShownNumeric} show
 * @param {Draft<Quantity | null>} draft
 * @param {string} id
 * @param {Problem | null} problem
 */
function drawNumeric(show, { response }, id, problem) {
  const refused = problem?.invalid ? quantityIn(show, response).field : null;
  const marks = (/** @type {string} */ key) => ({
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

/**
 * @param {string[]} units
 * @param {string} chosen
 * @param {Record<string, string | null>} marks
 */
function drawUnit(units, chosen, marks) {
  if (units.length < 2) return units[0] ? node("span", {}, units[0]) : null;
  return node(
    "select",
    { "aria-label": t("Unit"), ...marks },
    node("option", { value: "" }, t("unit")),
    units.map((unit) => node("option", { value: unit, selected: unit === chosen }, unit)),
  );
}

/**
 * The given values as a list of terms; null when there are none.
 *
 * @param {ShownNumeric["given"]} given
 */
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

/**
 * The optional question how sure the learner is; it changes no score.
 *
 * @param {Draft} draft
 * @param {string} id
 */
export function drawConfidence({ confidence }, id) {
  const choice = (/** @type {string} */ value, /** @type {string} */ word) =>
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
    choice("sure", t("Sure")),
    choice("unsure", t("Unsure")),
  );
}

/** @param {HTMLFormElement} form */
function readOptions(form) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const chosen = form.querySelectorAll("[name$=-option]:checked");
  return [...chosen].map((input) => input.value);
}

/**
 * @param {HTMLFormElement} form
 * @param {ShownNumeric} show
 */
function readNumeric(form, { units }) {
  const unit = form.querySelector("select")?.value ?? units[0] ?? "";
  const field = /** @type {HTMLInputElement} */ (form.querySelector("[data-key=number]"));
  return { number: field.value, unit };
}

// For each kind what draws its controls, and what reads a response from them.
/**
 * @typedef {object} Controls `any`: they are those of the kind that they stand for
 * @property {(show: any, draft: Draft<any>, id: string, problem: Problem | null) => Child} draw
 * @property {(form: HTMLFormElement, show: any) => Response} read
 */
/** @type {Record<Exclude<Shown["kind"], "card">, Controls>} */
const CONTROLS = {
  single: { draw: drawOptions, read: (form) => readOptions(form)[0] ?? null },
  multi: { draw: drawOptions, read: readOptions },
  numeric: { draw: drawNumeric, read: readNumeric },
  order: { draw: drawSteps, read: readSteps },
  match: { draw: drawPairs, read: readPairs },
  cloze: { draw: drawGaps, read: readGaps },
  command: { draw: drawLine, read: readLineEntry },
};

/** @param {Shown} show */
function controlsOf({ kind }) {
  if (kind === "card") throw new Error("a card has no controls");
  return CONTROLS[kind];
}

/**
 * The response and the confidence that stand in the controls.
 *
 * @param {HTMLFormElement} form
 * @param {Shown} show
 * @returns {{ response: Response, confidence: string | null }}
 */
export function readEntry(form, show) {
  /** @type {HTMLInputElement | null} */
  const sure = form.querySelector("[name$=-sure]:checked");
  return { response: controlsOf(show).read(form, show), confidence: sure?.value ?? null };
}
