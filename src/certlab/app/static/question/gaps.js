// @ts-check
/**
 * A text with gaps to fill in.
 *
 * @import { Answer, Draft, Problem, ShownCloze } from "./items.d.ts"
 */

import { node } from "../dom.js";
import { textIn } from "../grading/entries.js";
import { inline } from "../text.js";
import { t } from "../words.js";
import { drawPartResult } from "./part_result.js";

/**
 * The text with an input in each gap.
 *
 * @param {ShownCloze} show
 * @param {Draft<Record<string, string> | null>} draft text by gap
 * @param {string} id
 * @param {Problem | null} problem
 */
export function drawGaps({ text, gaps }, { response }, id, problem) {
  return node(
    "p",
    { class: "cl-cloze" },
    text.map((piece) => {
      if (typeof piece === "string") return spaced(piece);
      const index = gaps.findIndex(({ id }) => id === piece.gap);
      const { number } = gaps[index];
      const value = response?.[piece.gap] ?? "";
      return node("input", {
        type: "text",
        size: number ? "6" : "14",
        value,
        "data-gap": piece.gap,
        "data-key": `gap-${piece.gap}`,
        inputmode: number ? "decimal" : null,
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
        "aria-label": t("Gap {n} of {count}", { n: index + 1, count: gaps.length }),
        "aria-invalid": problem?.invalid && !value.trim() ? "true" : null,
        "aria-describedby": problem ? `${id}-problem` : null,
      });
    }),
  );
}

/**
 * Text by gap.
 *
 * @param {HTMLFormElement} form
 * @returns {Record<string, string>}
 */
export function readGaps(form) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = form.querySelectorAll("[data-gap]");
  return Object.fromEntries([...fields].map((one) => [one.dataset.gap, one.value]));
}

/**
 * The text filled in rightly, then a line for each gap.
 *
 * @param {ShownCloze} show
 * @param {Answer<Record<string, string> | null>} answer
 */
export function drawGapsAfter({ text, gaps }, { response, verdict, feedback }) {
  const right = (/** @type {string} */ gap) => feedback.accepted[gap][0];
  return node(
    "div",
    {},
    node(
      "p",
      { class: "cl-cloze" },
      text.map((piece) =>
        typeof piece === "string" ? spaced(piece) : node("strong", {}, right(piece.gap)),
      ),
    ),
    node(
      "ul",
      { class: "cl-results" },
      gaps.map(({ id }, index) =>
        drawPartResult(t("Gap {n}: {text}", { n: index + 1, text: right(id) }), {
          right: verdict.parts[id],
          yours: response && t("You wrote: {text}.", { text: textIn(response, id).trim() }),
          why: feedback.whys[id],
        }),
      ),
    ),
  );
}

/**
 * A piece with the spaces at its ends, which `inline` takes away.
 *
 * @param {string} piece
 */
function spaced(piece) {
  const [, before, after] = /^(\s*)[\s\S]*?(\s*)$/.exec(piece) ?? [];
  return [before ? " " : "", ...inline(piece), after && piece.trim() ? " " : ""];
}
