// @ts-check
/** A text with gaps to fill in. */

import { icon, node } from "../dom.js";
import { inline } from "../text.js";
import { t } from "../words.js";

/** The text with an input in each gap. */
export function drawGaps({ text, gaps }, { response }, id, problem) {
  const places = new Map(gaps.map((gap, index) => [gap.id, { ...gap, index }]));
  return node(
    "p",
    { class: "cl-cloze" },
    text.map((piece) => {
      if (typeof piece === "string") return spaced(piece);
      const { number, index } = places.get(piece.gap);
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

/** Text by gap. */
export function readGaps(form) {
  return Object.fromEntries(
    [...form.querySelectorAll("[data-gap]")].map((one) => [one.dataset.gap, one.value]),
  );
}

/** The text filled in rightly, then a line for each gap. */
export function drawGapsAfter({ text, gaps }, { response, verdict, feedback }) {
  const right = (gap) => feedback.accepted[gap][0];
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
      gaps.map(({ id }, index) => {
        const good = verdict.parts[id];
        return node(
          "li",
          { class: response && (good ? "cl-is-right" : "cl-is-wrong") },
          node("span", {}, t("Gap {n}: {text}", { n: index + 1, text: right(id) })),
          response &&
            node(
              "span",
              { class: "cl-tag" },
              icon(good ? "right" : "wrong"),
              good ? t("Right") : t("Wrong"),
            ),
          node(
            "span",
            { class: "cl-says" },
            good || !response
              ? null
              : [t("You wrote: {text}.", { text: response[id].trim() }), " "],
            inline(feedback.whys[id] ?? ""),
          ),
        );
      }),
    ),
  );
}

/** A piece with the spaces at its ends, which `inline` takes away. */
function spaced(piece) {
  const [, before, after] = /^(\s*)[\s\S]*?(\s*)$/.exec(piece) ?? [];
  return [before && " ", ...inline(piece), after && piece.trim() ? " " : ""];
}
