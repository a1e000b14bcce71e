// @ts-check
/**
 * What the buttons of a board do, and keys that stand for them.
 *
 * @import { View } from "./view.js"
 */

import { t } from "../../../../app/static/words.js";

/** @type {(view: View, gpu: number) => string} */
const linesOn = ({ model }, gpu) => model.get("shown")[gpu].lines.join("\n");

/**
 * Do an act by its name; one of the model's own is sent on.
 *
 * @param {View} view
 * @param {string} name
 * @param {number} [gpu] of an act on one GPU
 */
export function act(view, name, gpu = 0) {
  const { hand } = view;
  if (name === "edit") hand.lines[gpu] = linesOn(view, gpu) || `nvidia-smi mig -i ${gpu} -cgi `;
  else if (name === "close") delete hand.lines[gpu];
  else if (name === "run")
    return view.model.send({
      type: "run",
      gpu,
      line: /** @type {HTMLTextAreaElement} */ (view.find(`line-${gpu}`)).value,
    });
  else if (name === "copy") return copy(view, gpu);
  else if (name === "enter") return view.enter(gpu);
  else if (name === "leave") return view.leave();
  else if (name === "move") return hand.chosen && view.startMove(gpu, hand.chosen.id);
  else if (name === "remove") return view.remove(gpu);
  else return view.model.send({ type: /** @type {"undo" | "clear"} */ (name) });
  hand.keep();
  view.paint();
  return view.focus(name === "edit" ? `line-${gpu}` : `edit-${gpu}`);
}

/**
 * @param {View} view
 * @param {number} gpu
 */
async function copy(view, gpu) {
  try {
    await navigator.clipboard.writeText(linesOn(view, gpu));
    view.say(t("Copied."));
  } catch {
    act(view, "edit", gpu); // where copying is not allowed, the text to copy
    /** @type {HTMLTextAreaElement} */ (view.find(`line-${gpu}`)).select();
  }
}
