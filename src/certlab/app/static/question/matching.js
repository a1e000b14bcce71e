// @ts-check
/** Pairs to make: one list to choose from for each entry on the left. */

import { icon, node } from "../dom.js";
import { inline, plain } from "../text.js";
import { t, tparts } from "../words.js";

/** A row for each left entry, with the right ones to choose from. */
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

/** Right id by left id; "" where nothing was chosen. */
export function readPairs(form) {
  return Object.fromEntries(
    [...form.querySelectorAll("[data-pair]")].map((one) => [one.dataset.pair, one.value]),
  );
}

/** Each left entry with its right one, and what was chosen where that was another. */
export function drawPairsAfter({ left, right }, { response, verdict, feedback }) {
  const texts = new Map(right.map(({ id, text }) => [id, text]));
  return node(
    "ul",
    { class: "cl-results" },
    left.map(({ id, text }) => {
      const good = verdict.parts[id];
      return node(
        "li",
        { class: response && (good ? "cl-is-right" : "cl-is-wrong") },
        node("span", {}, inline(text), ": ", inline(texts.get(feedback.pairs[id]))),
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
            : [tparts("You chose: {text}.", { text: inline(texts.get(response[id])) }), " "],
          inline(feedback.whys[id] ?? ""),
        ),
      );
    }),
  );
}
