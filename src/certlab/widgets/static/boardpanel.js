/** Beside each GPU: the same as commands, to read, copy, edit and run; and the state in words. */

import { icon, node } from "./dom.js";
import { kind } from "./boardshapes.js";
import { ghostWords, span } from "./boardwords.js";

const button = (act, gpu, words, more = {}) =>
  node("button", { type: "button", "data-act": act, "data-gpu": gpu, "data-key": `${act}-${gpu}`, ...more }, words);

/** The panel of one GPU. */
export function drawPanel(view, gpu) {
  const editing = view.editing(gpu);
  return node("aside", { class: "cl-panel", "aria-label": `Commands for GPU ${gpu}` },
    node("div", { class: "cl-part" },
      node("h3", {}, "The same as commands"),
      editing === null ? drawCommands(view, gpu) : drawEditor(view, gpu, editing)),
    node("div", { class: "cl-part" },
      isHeld(view, gpu) ? drawKeys() : null,
      node("h3", {}, "In words"),
      node("p", { class: "cl-words" }, view.words(gpu))));
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
  const tokens = layout.flatMap(([, index, start], n) => [n ? "," : "", token(table, index, start)]);
  const lead = [node("span", { class: "cl-muted" }, "sudo "), `nvidia-smi mig -i ${gpu} \\`, node("br"), "  -cgi "];
  return node("div", { class: "cl-commands" },
    node("pre", { class: "cl-field-of" },
      layout.length ? [lead, tokens, whole ? " -C" : ""] : node("span", { class: "cl-muted" }, "# nothing on it yet"),
      rest.map((line) => `\nsudo ${line}`),
      onEnter(view, gpu)),
    layout.length && !isHeld(view, gpu) ? drawMeanings(table, layout, whole) : null,
    node("div", { class: "cl-acts" }, button("copy", gpu, "Copy"), button("edit", gpu, "Edit and run")));
}

/** What each part of the command says. */
function drawMeanings(table, layout, whole) {
  return [
    node("ul", { class: "cl-plain" },
      layout.map(([, index, start], n) => node("li", {},
        token(table, index, start), ` ${table.profiles[index].name} from ${n ? "" : "memory slice "}${start}`)),
      whole ? node("li", {}, node("code", {}, "-C"), " one compute instance in each") : null),
    node("p", { class: "cl-muted" }, "Without ", node("code", {}, ":start"), " the driver chooses the place."),
  ];
}

/** The command that Enter would stand for. */
function onEnter(view, gpu) {
  const ghost = view.ghost(gpu);
  if (!ghost || ghost.blocked) return null;
  const { table } = view.gpu(gpu);
  const { moving } = ghost;
  return node("span", { class: "cl-muted" }, "\n# on Enter",
    moving ? ["dci", "dgi"].map((verb) => `\nsudo nvidia-smi mig -i ${moving.gpu} \\\n  -${verb} -gi ${moving.id}`) : null,
    `\nsudo nvidia-smi mig -i ${gpu} \\\n  -cgi `, token(table, ghost.profile, ghost.start), " -C");
}

function drawEditor(view, gpu, text) {
  const field = `${view.id}-line-${gpu}`;
  return node("div", { class: "cl-commands" },
    node("label", { for: field, class: "cl-muted" }, "Lines for nvidia-smi"),
    node("textarea", {
      id: field, rows: "4", spellcheck: "false", autocapitalize: "off", autocomplete: "off",
      "data-key": `line-${gpu}`, "data-line": gpu,
    }, text),
    node("div", { class: "cl-acts" }, button("run", gpu, "Run", { class: "cl-primary" }), button("close", gpu, "Close")),
    node("p", { class: "cl-muted" }, node("kbd", {}, "Enter"), " runs. Try ", node("code", {}, `nvidia-smi mig -lgip -i ${gpu}`), "."));
}

/** What the tool printed to the last lines run beside a GPU. */
export function drawOutput(view, gpu) {
  const output = view.output(gpu);
  if (!output) return null;
  return node("div", { class: "cl-commands cl-printed" },
    node("h3", {}, "What the tool printed"),
    node("p", { class: output.code ? "cl-exit cl-is-wrong" : "cl-exit" },
      output.code ? icon("wrong") : null, `Exit code ${output.code}`),
    output.text ? node("pre", { class: "cl-output", tabindex: "0", role: "region", "aria-label": "What the tool printed" }, output.text) : null,
    output.why ? node("p", { class: "cl-words" }, output.why) : null);
}

const KEYS = [
  [["←", "→"], "next allowed start"], [["↑", "↓"], "other profile"], [["Enter"], "place"],
  [["Delete"], "remove the focused one"], [["Esc"], "leave unchanged"], [["Ctrl+Z"], "undo"], [["Tab"], "on, to the next GPU"],
];

function drawKeys() {
  return [
    node("h3", {}, "Keys while placing"),
    node("ul", { class: "cl-plain cl-keylist" }, KEYS.map(([keys, words]) =>
      node("li", {}, keys.map((key) => [node("kbd", {}, key), " "]), words))),
  ];
}

/** Right of the map: what is stranded, what a ghost is, or what to do with the picked instance. */
export function drawAside(view, gpu, says) {
  const { table, layout } = view.gpu(gpu);
  const ghost = view.ghost(gpu);
  if (ghost && !ghost.hover) {
    const name = table.profiles[ghost.profile].name;
    return node("div", { class: "cl-aside" },
      node("p", {}, "Outline: where it will go. Nothing is ", ghost.moving ? "moved" : "created", " until Enter."),
      node("div", { class: "cl-acts" },
        button("enter", gpu, `${ghost.moving ? "Move" : "Place"} ${name}`), button("leave", gpu, "Leave")));
  }
  const picked = layout.find(([id]) => view.isPicked(gpu, id));
  if (picked) {
    const [id, index, start] = picked;
    const profile = table.profiles[index];
    return node("div", { class: "cl-aside" },
      node("p", {}, `${profile.name}: GPU instance ${id}, memory ${span(start, profile.size)}. `,
        node("kbd", {}, "Enter"), " moves it, ", node("kbd", {}, "Delete"), " removes it."),
      node("div", { class: "cl-acts" }, button("move", gpu, "Move"), button("remove", gpu, "Remove")));
  }
  return node("div", { class: "cl-aside" }, says ? node("p", {}, node("span", { class: "cl-swatch", "aria-hidden": "true" }, view.swatch(gpu)), says) : null);
}
