// @ts-check
/** Beside each GPU: the same as commands, to read, copy, edit and run; and the state in words. */

import { icon, node } from "../../../../app/static/dom.js";
import { kind } from "../../../../app/static/drawing/shapes.js";
import { t, tparts } from "../../../../app/static/words.js";
import { ghostWords, span } from "./words.js";

const button = (act, gpu, words, more = {}) =>
  node(
    "button",
    { type: "button", "data-act": act, "data-gpu": gpu, "data-key": `${act}-${gpu}`, ...more },
    words,
  );

/** The panel of one GPU. */
export function drawPanel(view, gpu) {
  const editing = view.editing(gpu);
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
      isHeld(view, gpu) ? drawKeys() : null,
      node("h3", {}, t("In words")),
      node("p", { class: "cl-words" }, view.words(gpu)),
    ),
  );
}

const isHeld = (view, gpu) => view.ghost(gpu)?.hover === false;

/** What the panel and the live region say of a GPU: of its ghost while there is one. */
export function panelWords(view, gpu) {
  const { table, shown } = view.gpu(gpu);
  const ghost = view.ghost(gpu);
  if (!ghost || ghost.blocked) return shown.words;
  return ghostWords(table, view.standing(gpu), view.after(gpu), ghost, ghost.moving);
}

function token(table, index, start, words) {
  const profile = table.profiles[index];
  return node("code", { class: `cl-token ${kind(profile)}` }, words ?? `${profile.id}:${start}`);
}

function drawCommands(view, gpu) {
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
    layout.length && !isHeld(view, gpu) ? drawMeanings(table, layout, whole) : null,
    node(
      "div",
      { class: "cl-acts" },
      button("copy", gpu, t("Copy")),
      view.model.get("runs") === false ? null : button("edit", gpu, t("Edit and run")),
    ),
  );
}

/** What each part of the command says. */
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

/** The first says what its number is. */
function meaning(place, values) {
  return place ? t("{profile} from {n}", values) : t("{profile} from memory slice {n}", values);
}

/** The command that Enter would stand for. */
function onEnter(view, gpu) {
  const ghost = view.ghost(gpu);
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

function drawEditor(view, gpu, text) {
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

/** What the tool printed to the last lines run beside a GPU. */
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

/** Right of the map: what is stranded, what a ghost is, or what to do with the picked instance. */
export function drawAside(view, gpu, says) {
  const { table, layout } = view.gpu(gpu);
  const ghost = view.ghost(gpu);
  if (ghost && !ghost.hover) {
    const profile = table.profiles[ghost.profile].name;
    return node(
      "div",
      { class: "cl-aside" },
      node(
        "p",
        {},
        t("Outline: where it will go."),
        " ",
        ghost.moving ? t("Nothing is moved until Enter.") : t("Nothing is created until Enter."),
      ),
      node(
        "div",
        { class: "cl-acts" },
        button(
          "enter",
          gpu,
          ghost.moving ? t("Move {profile}", { profile }) : t("Place {profile}", { profile }),
        ),
        button("leave", gpu, t("Leave")),
      ),
    );
  }
  const picked = layout.find(([id]) => view.isPicked(gpu, id));
  if (picked) {
    const [id, index, start] = picked;
    const profile = table.profiles[index];
    return node(
      "div",
      { class: "cl-aside" },
      node(
        "p",
        {},
        tparts(
          "{profile}: GPU instance {id}, memory {span}. {enter} moves it, {delete} removes it.",
          {
            profile: profile.name,
            id,
            span: span(start, profile.size),
            enter: node("kbd", {}, "Enter"),
            delete: node("kbd", {}, "Delete"),
          },
        ),
      ),
      node(
        "div",
        { class: "cl-acts" },
        button("move", gpu, t("Move")),
        button("remove", gpu, t("Remove")),
      ),
    );
  }
  return node(
    "div",
    { class: "cl-aside" },
    says
      ? node(
          "p",
          {},
          node("span", { class: "cl-swatch", "aria-hidden": "true" }, view.swatch(gpu)),
          says,
        )
      : null,
  );
}
