// @ts-check
/**
 * Pairs to make: one list to choose from for each entry on the left.
 *
 * @import { Answer, Draft, Problem, ShownMatch } from "./items.d.ts"
 */

import { node } from "../dom.js";
import { inline, plain } from "../text.js";
import { t, tparts } from "../words.js";
import { drawPartResult } from "./part_result.js";

/**
 * A row for each left entry, with the right ones to choose from.
 *
 * @param {ShownMatch} show
 * @param {Draft<Record<string, string> | null>} draft right id by left id
 * @param {string} id
 * @param {Problem | null} problem
 */
export function drawPairs({ left, right }, { response }, id, problem) {
  return node(
    "div",
    { class: "cl-pairs" },
    left.map((one) => {
      const chosen = response?.[one.id] ?? "";
      return [
        node("label", { for: `${id}-${one.id}` }, inline(one.text)),
        node(
          "select",
          {
            id: `${id}-${one.id}`,
            "data-pair": one.id,
            "data-key": `pair-${one.id}`,
            "aria-invalid": problem?.invalid && !chosen ? "true" : null,
          },
          node("option", { value: "" }, t("choose")),
          right.map((other) =>
            node("option", { value: other.id, selected: other.id === chosen }, plain(other.text)),
          ),
        ),
      ];
    }),
  );
}

/**
 * Right id by left id; "" where nothing was chosen.
 *
 * @param {HTMLFormElement} form
 * @returns {Record<string, string>}
 */
export function readPairs(form) {
  /** @type {NodeListOf<HTMLSelectElement>} */
  const fields = form.querySelectorAll("[data-pair]");
  return Object.fromEntries([...fields].map((one) => [one.dataset.pair, one.value]));
}

/**
 * Each left entry with its right one, and what was chosen where that was another.
 *
 * @param {ShownMatch} show
 * @param {Answer<Record<string, string> | null>} answer
 */
export function drawPairsAfter({ left, right }, { response, verdict, feedback }) {
  const words = (/** @type {string} */ id) =>
    inline(right.find((one) => one.id === id)?.text ?? "");
  return node(
    "ul",
    { class: "cl-results" },
    left.map(({ id, text }) =>
      drawPartResult([inline(text), ": ", words(feedback.pairs[id])], {
        right: verdict.parts[id],
        yours: response && tparts("You chose: {text}.", { text: words(response[id]) }),
        why: feedback.whys[id],
      }),
    ),
  );
}
