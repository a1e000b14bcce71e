// @ts-check
/**
 * The gate: to which lab and step all are asked to go on.
 *
 * @import { BankPart, Gate, Titles } from "../classes.d.ts"
 */

import { node } from "../../../app/static/dom.js";
import { t } from "../../../app/static/words.js";
import { stepWords } from "../gate_words.js";
import { attempt } from "./attempt.js";

const LONGEST = { step: 80, text: 200 }; // characters

/**
 * Draw the form into `el`.
 *
 * @param {BankPart} part
 */
export function mountGate({ model, el, json }) {
  const id = `cl-${Math.random().toString(36).slice(2, 10)}`;
  const status = node("p", { class: "cl-note", role: "status" });
  const now = node("p", {});
  const labs = node("select", { id: `${id}-lab`, "data-key": "gate-lab" });
  const step = entry(`${id}-step`, "gate-step", LONGEST.step);
  const text = entry(`${id}-text`, "gate-text", LONGEST.text);
  /** @type {Titles} */
  let titles = {};

  const draw = () => {
    const gate = model.state?.gate;
    now.textContent = gateWords(gate, titles);
    away.hidden = !gate;
  };
  const send = () => {
    const gate = { lab: labs.value, step: step.value.trim(), text: text.value.trim() };
    if (!gate.lab) {
      status.textContent = t("Choose a lab.");
      labs.focus();
      return;
    }
    attempt(status, () => model.connection.post("gate", gate), t("The class sees it."));
  };
  const away = node(
    "button",
    {
      type: "button",
      class: "cl-quiet",
      "data-key": "gate-off",
      onclick: () =>
        attempt(status, () => model.connection.post("gate", {}), t("The message is removed.")),
    },
    t("Remove the message"),
  );
  el.replaceChildren(
    node("h2", { class: "cl-heading" }, t("Gate")),
    now,
    drawForm({ labs, step, text, away }, send),
    status,
  );
  json("labs").then((found) => {
    titles = found;
    labs.replaceChildren(...drawLabs(found));
    draw();
  }, console.warn);
  model.follow((event) => {
    if (event === "state") draw();
  });
  draw();
}

/**
 * Where the class is, in words.
 *
 * @param {Gate | null | undefined} gate
 * @param {Titles} titles
 */
function gateWords(gate, titles) {
  return gate
    ? t("Now: {where}", {
        where: [
          titles[gate.lab] ?? (gate.lab || gate.page),
          gate.step && stepWords(gate.step),
          gate.text,
        ]
          .filter(Boolean)
          .join(" · "),
      })
    : t("The class sees no message.");
}

/**
 * @param {{ labs: HTMLSelectElement, step: HTMLInputElement, text: HTMLInputElement, away: HTMLElement }} controls
 * @param {() => void} send
 */
function drawForm({ labs, step, text, away }, send) {
  return node(
    "form",
    {
      class: "cl-fields",
      novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        send();
      },
    },
    node("label", { for: labs.id }, t("Lab")),
    labs,
    node("label", { for: step.id }, t("Step")),
    step,
    node("label", { for: text.id }, t("Message")),
    text,
    node(
      "div",
      { class: "cl-actions" },
      node("button", { type: "submit", "data-key": "gate-send" }, t("Go on to this")),
      away,
    ),
  );
}

/** @param {Titles} titles */
function drawLabs(titles) {
  return [
    node("option", { value: "" }, t("no lab")),
    ...Object.entries(titles)
      .filter(([lab]) => lab.includes("/"))
      .map(([lab, title]) => node("option", { value: lab }, `${title} (${lab.split("/")[0]})`)),
  ];
}

/**
 * @param {string} id
 * @param {string} key
 * @param {number} most characters
 */
function entry(id, key, most) {
  return node("input", {
    id,
    type: "text",
    "data-key": key,
    maxlength: String(most),
    autocomplete: "off",
  });
}
