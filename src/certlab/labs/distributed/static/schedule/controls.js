// @ts-check
/**
 * The controls of pipeline schedules.
 *
 * @import { ScheduleView } from "./view.js"
 */

import { node } from "../../../../app/static/dom.js";
import { t } from "../../../../app/static/words.js";
import { numberField } from "../collective/panel.js";
import { NAMES } from "./orders.js";

/**
 * Stages, micro-batches and the rest, and which schedules are shown; `view` is asked for changes.
 *
 * @param {ScheduleView} view
 */
export function drawScheduleControls(view) {
  const asked = view.model.get("asked");
  const follow = view.model.get("follow");
  const ask = (/** @type {string} */ name, /** @type {number} */ value) => view.ask(name, value);
  const ratio = (asked.backward_input + asked.backward_weight) / asked.forward;
  const names = NAMES.map((name) =>
    node(
      "label",
      {},
      node("input", {
        type: "checkbox",
        "data-key": `schedule-${name}`,
        checked: asked.schedules.includes(name),
        onchange: ({ target }) => view.choose(name, target.checked),
      }),
      name,
    ),
  );
  return node(
    "form",
    { class: "cl-controls", onsubmit: (event) => event.preventDefault() },
    numberField("stages", t("Stages, p"), asked.stages, { min: 1, step: 1 }, ask),
    numberField(
      "micro_batches",
      t("Micro-batches, m"),
      asked.micro_batches,
      { min: 1, step: 1 },
      ask,
    ),
    numberField("chunks", t("Chunks per stage, v"), asked.chunks, { min: 2, step: 1 }, ask),
    numberField(
      "ratio",
      t("Backward / forward time"),
      Number(ratio.toPrecision(6)),
      { min: 0, step: "any" },
      ask,
    ),
    numberField(
      "follow",
      t("Follow micro-batch"),
      follow < 0 ? "" : follow,
      { min: 0, max: asked.micro_batches - 1, step: 1 },
      ask,
    ),
    node(
      "fieldset",
      {},
      node("legend", {}, t("Schedules")),
      node("span", { class: "cl-radios" }, names),
    ),
  );
}
