// @ts-check
/**
 * Beside each GPU: the same as commands, what they printed, and the state in words.
 *
 * @import { View } from "./view.js"
 */

import { icon, node } from "../../../../app/static/dom.js";
import { t } from "../../../../app/static/words.js";
import { drawCommands, drawEditor } from "./commands.js";
import { ghostWords } from "./words.js";

/**
 * The panel of one GPU.
 *
 * @param {View} view
 * @param {number} gpu
 */
export function drawPanel(view, gpu) {
  const editing = view.hand.lines[gpu] ?? null;
  return node(
    "aside",
    { class: "cl-panel", "aria-label": t("Commands for GPU {gpu}", { gpu }) },
    node(
      "div",
      { class: "cl-part" },
      node("h3", {}, t("The same as commands")),
      editing === null ? drawCommands(view, gpu) : drawEditor(view, gpu, editing),
    ),
    node(
      "div",
      { class: "cl-part" },
      view.isHeld(gpu) ? drawKeys() : null,
      node("h3", {}, t("In words")),
      node("p", { class: "cl-words" }, panelWords(view, gpu)),
    ),
  );
}

/**
 * What the panel and the live region say of a GPU: of its ghost while there is one.
 *
 * @param {View} view
 * @param {number} gpu
 */
export function panelWords(view, gpu) {
  const { table, shown } = view.gpu(gpu);
  const ghost = view.hand.ghost(gpu);
  const after = view.hand.after(gpu);
  if (!ghost || !after) return shown.words;
  return ghostWords(table, view.hand.standing(gpu), after, ghost, ghost.moving);
}

/**
 * What the tool printed to the last lines run beside a GPU.
 *
 * @param {View} view
 * @param {number} gpu
 */
export function drawOutput(view, gpu) {
  const output = view.output(gpu);
  if (!output) return null;
  return node(
    "div",
    { class: "cl-commands cl-printed" },
    node("h3", {}, t("What the tool printed")),
    node(
      "p",
      { class: output.code ? "cl-exit cl-is-wrong" : "cl-exit" },
      output.code ? icon("wrong") : null,
      t("Exit code {n}", { n: output.code }),
    ),
    output.text
      ? node(
          "pre",
          {
            class: "cl-output",
            tabindex: "0",
            role: "region",
            "aria-label": t("What the tool printed"),
          },
          output.text,
        )
      : null,
    output.why ? node("p", { class: "cl-words" }, output.why) : null,
  );
}

/** @returns {[keys: string[], words: string][]} */
function keyRows() {
  return [
    [["←", "→"], t("next allowed start")],
    [["↑", "↓"], t("other profile")],
    [["Enter"], t("place")],
    [["Delete"], t("remove the focused one")],
    [["Esc"], t("leave unchanged")],
    [["Ctrl+Z"], t("undo")],
    [["Tab"], t("move on to the next GPU")],
  ];
}

function drawKeys() {
  return [
    node("h3", {}, t("Keys while placing")),
    node(
      "ul",
      { class: "cl-plain cl-keylist" },
      keyRows().map(([keys, words]) =>
        node(
          "li",
          {},
          keys.map((key) => [node("kbd", {}, key), " "]),
          words,
        ),
      ),
    ),
  ];
}
