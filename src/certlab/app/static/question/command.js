// @ts-check
/**
 * A command line to write. It is read, never run.
 *
 * @import { Answer, Draft, Problem, ShownCommand } from "./items.d.ts"
 */

import { node } from "../dom.js";
import { inline } from "../text.js";
import { t } from "../words.js";

/**
 * One line to write in.
 *
 * @param {ShownCommand} _show
 * @param {Draft<string | null>} draft
 * @param {string} id
 * @param {Problem | null} problem
 */
export function drawLine(_show, { response }, id, problem) {
  return [
    node("label", { class: "cl-entry", for: `${id}-line` }, t("Your command; it is read, not run")),
    node("input", {
      id: `${id}-line`,
      type: "text",
      class: "cl-line",
      value: response ?? "",
      "data-key": "line",
      autocomplete: "off",
      autocapitalize: "off",
      autocorrect: "off",
      spellcheck: "false",
      "aria-invalid": problem?.invalid ? "true" : null,
      "aria-describedby": problem ? `${id}-problem` : null,
    }),
  ];
}

/** @param {HTMLFormElement} form */
export function readLineEntry(form) {
  return /** @type {HTMLInputElement} */ (form.querySelector("[data-key=line]")).value;
}

/**
 * The learner's line, one that is right, and what each flag is for.
 *
 * @param {ShownCommand} _show
 * @param {Answer} answer
 */
export function drawLineAfter(_show, { response, feedback }) {
  const line = typeof response === "string" ? response.trim() : ""; // a history may hold anything
  const whys = Object.entries(feedback.whys).filter(([, why]) => why);
  return node(
    "div",
    {},
    line
      ? [
          node("p", { class: "cl-small cl-muted" }, t("Your command")),
          node("p", { class: "cl-working" }, node("code", {}, line)),
        ]
      : null,
    node("p", { class: "cl-small cl-muted" }, t("A right one")),
    node("p", { class: "cl-working" }, node("code", {}, feedback.answer)),
    whys.length
      ? node(
          "dl",
          { class: "cl-facts" },
          whys.map(([flag, why]) => [
            node("dt", {}, node("code", {}, flag)),
            node("dd", {}, inline(why)),
          ]),
        )
      : null,
  );
}
