// @ts-check
/**
 * The same as commands: to read, copy, edit and run.
 *
 * @import { Attributes } from "../../../../app/static/elements.d.ts"
 * @import { Layout, Table } from "./boards.d.ts"
 * @import { View } from "./view.js"
 */

import { node } from "../../../../app/static/dom.js";
import { kind } from "../../../../app/static/drawing/shapes.js";
import { t, tparts } from "../../../../app/static/words.js";

/**
 * A button that does one of the view's acts.
 *
 * @param {string} act
 * @param {number} gpu
 * @param {string} words
 * @param {Attributes} [more]
 */
export const button = (act, gpu, words, more = {}) =>
  node(
    "button",
    { type: "button", "data-act": act, "data-gpu": gpu, "data-key": `${act}-${gpu}`, ...more },
    words,
  );

/**
 * @param {Table} table
 * @param {number} index
 * @param {number} start
 * @param {string} [words] instead of its id and start
 */
function token(table, index, start, words) {
  const profile = table.profiles[index];
  return node("code", { class: `cl-token ${kind(profile)}` }, words ?? `${profile.id}:${start}`);
}

/**
 * The command that makes what stands on a GPU.
 *
 * @param {View} view
 * @param {number} gpu
 */
export function drawCommands(view, gpu) {
  const { table, layout, shown } = view.gpu(gpu);
  const [, ...rest] = shown.lines;
  const whole = layout.every(([, , , computes]) => computes === "all");
  const tokens = layout.flatMap(([, index, start], n) => [
    n ? "," : "",
    token(table, index, start),
  ]);
  const [blank, lines] = [t("nothing on it yet"), rest.map((line) => `\nsudo ${line}`)];
  const lead = [
    node("span", { class: "cl-muted" }, "sudo "),
    `nvidia-smi mig -i ${gpu} \\`,
    node("br"),
    "  -cgi ",
  ];
  return node(
    "div",
    { class: "cl-commands" },
    node(
      "pre",
      { class: "cl-field-of" },
      layout.length
        ? [lead, tokens, whole ? " -C" : ""]
        : node("span", { class: "cl-muted" }, `# ${blank}`),
      lines,
      onEnter(view, gpu),
    ),
    layout.length && !view.isHeld(gpu) ? drawMeanings(table, layout, whole) : null,
    node(
      "div",
      { class: "cl-acts" },
      button("copy", gpu, t("Copy")),
      view.model.get("runs") === false ? null : button("edit", gpu, t("Edit and run")),
    ),
  );
}

/**
 * What each part of the command says.
 *
 * @param {Table} table
 * @param {Layout} layout
 * @param {boolean} whole
 */
function drawMeanings(table, layout, whole) {
  return [
    node(
      "ul",
      { class: "cl-plain" },
      layout.map(([, index, start], n) =>
        node(
          "li",
          {},
          token(table, index, start),
          " ",
          meaning(n, { profile: table.profiles[index].name, n: start }),
        ),
      ),
      whole ? node("li", {}, node("code", {}, "-C"), " ", t("one compute instance in each")) : null,
    ),
    node(
      "p",
      { class: "cl-muted" },
      tparts("Without {code} the driver chooses the place.", { code: node("code", {}, ":start") }),
    ),
  ];
}

/**
 * The first says what its number is.
 *
 * @param {number} place
 * @param {{ profile: string, n: number }} values
 */
function meaning(place, values) {
  return place ? t("{profile} from {n}", values) : t("{profile} from memory slice {n}", values);
}

/**
 * The command that Enter would stand for.
 *
 * @param {View} view
 * @param {number} gpu
 */
function onEnter(view, gpu) {
  const ghost = view.hand.ghost(gpu);
  if (!ghost || ghost.blocked) return null;
  const { table } = view.gpu(gpu);
  const { moving } = ghost;
  return node(
    "span",
    { class: "cl-muted" },
    "\n# ",
    t("on Enter"),
    moving
      ? ["dci", "dgi"].map(
          (verb) => `\nsudo nvidia-smi mig -i ${moving.gpu} \\\n  -${verb} -gi ${moving.id}`,
        )
      : null,
    `\nsudo nvidia-smi mig -i ${gpu} \\\n  -cgi `,
    token(table, ghost.profile, ghost.start),
    " -C",
  );
}

/**
 * A field for lines, which Enter runs.
 *
 * @param {View} view
 * @param {number} gpu
 * @param {string} text
 */
export function drawEditor(view, gpu, text) {
  const field = `${view.id}-line-${gpu}`;
  return node(
    "div",
    { class: "cl-commands" },
    node("label", { for: field, class: "cl-muted" }, t("Lines for nvidia-smi")),
    node(
      "textarea",
      {
        id: field,
        rows: "4",
        spellcheck: "false",
        autocapitalize: "off",
        autocomplete: "off",
        "data-key": `line-${gpu}`,
        "data-line": gpu,
      },
      text,
    ),
    node(
      "div",
      { class: "cl-acts" },
      button("run", gpu, t("Run"), { class: "cl-primary" }),
      button("close", gpu, t("Close")),
    ),
    node(
      "p",
      { class: "cl-muted" },
      tparts("{key} runs. Try {code}.", {
        key: node("kbd", {}, "Enter"),
        code: node("code", {}, `nvidia-smi mig -lgip -i ${gpu}`),
      }),
    ),
  );
}
