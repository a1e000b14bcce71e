// @ts-check
/**
 * The diagnosis as a form: a cause, and the machine and the place it is at.
 *
 * @import { Machine } from "./machines.d.ts"
 */

import { node } from "../../../../app/static/dom.js";
import { t } from "../../../../app/static/words.js";

/**
 * The form, folded away until it is asked for; `give` takes the line that says it.
 *
 * @param {Machine} machine
 * @param {(line: string) => void} give
 */
export function diagnosisForm({ causes, nodes, slots }, give) {
  const cause = select(t("What is wrong"), [["", t("choose a cause")], ...causes.map(named)]);
  const at = select(t("On which machine"), nodes.map(same));
  const numbers = Array.from({ length: slots }, (_, n) => String(n + 1));
  const slot = select(t("At which GPU, by its slot"), numbers.map(same));
  const chosen = () => causes.find(({ id }) => id === cause.input.value);
  const settle = () => {
    const place = chosen()?.place ?? "";
    at.label.hidden = !place;
    slot.label.hidden = place !== "gpu";
  };
  cause.input.required = true;
  cause.input.addEventListener("change", settle);
  settle();
  /** @type {HTMLFormElement} */
  const form = node(
    "form",
    {
      class: "cl-diagnosis",
      hidden: true,
      "aria-label": t("Diagnosis"),
      onsubmit: (event) => {
        event.preventDefault();
        const one = chosen();
        if (!one) return;
        const place = one.place ? [at.input.value] : [];
        if (one.place === "gpu") place.push("slot", slot.input.value);
        form.setAttribute("hidden", "");
        give(["diagnose", one.id, ...place].join(" "));
      },
      onkeydown: ({ key }) => {
        if (key === "Escape") form.setAttribute("hidden", "");
      },
    },
    cause.label,
    at.label,
    slot.label,
    node(
      "div",
      { class: "cl-acts" },
      node("button", { type: "submit", class: "cl-primary" }, t("This is it")),
      node(
        "button",
        { type: "button", onclick: () => form.setAttribute("hidden", "") },
        t("Not yet"),
      ),
    ),
  );
  return {
    form,
    open: () => {
      form.removeAttribute("hidden");
      cause.input.focus();
    },
  };
}

/** @param {{ id: string, says: string }} cause */
const named = ({ id, says }) => [id, says];
const same = (/** @type {string} */ one) => [one, one];

/**
 * @param {string} says
 * @param {string[][]} options
 */
function select(says, options) {
  const input = node(
    "select",
    {},
    options.map(([value, shown]) => node("option", { value }, shown)),
  );
  return { input, label: node("label", {}, node("span", {}, says), input) };
}
