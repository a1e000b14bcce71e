// @ts-check
/**
 * A comparison in a notebook: what was predicted, and what was measured. Where the prediction's own
 * card shows it, nothing is drawn here.
 *
 * @import { Mounted } from "../elements.d.ts"
 * @import { NotebookModel } from "../prediction/predictions.d.ts"
 */

import { drawComparison } from "../prediction/comparison.js";
import { speak } from "../words.js";

const ABOVE = "certlab-shown-above"; // the extension knows the cell by it

export default {
  /** @param {Mounted<NotebookModel>} context */
  render: async ({ model, el }) => {
    speak({ model, el });
    const guess = await guessOf(model);
    const own = model.get("compared");
    let above = false;
    // An output is drawn before it is put into its cell, and marked once it has a width there.
    const place = new ResizeObserver(() => mark(el, above));
    const draw = () => {
      above = Boolean(own.turn && Object.values(guess?.get("shown") ?? {}).includes(own.turn));
      const older = Boolean(guess && own.turn && guess.get("compared").turn !== own.turn);
      if (above) el.replaceChildren();
      else drawComparison(own, el, older);
      mark(el, above);
    };
    const events = ["change:shown", "change:compared"];
    for (const event of events) guess?.on(event, draw);
    draw();
    place.observe(el);
    return () => {
      place.disconnect();
      for (const event of events) guess?.off(event, draw);
      mark(el, false);
      el.replaceChildren();
    };
  },
};

/**
 * The prediction that it is about, while its model lives in this page.
 *
 * @param {NotebookModel} model
 * @returns {Promise<NotebookModel | undefined>}
 */
async function guessOf(model) {
  try {
    return await model.widget_manager?.get_model(model.get("above"));
  } catch {
    return undefined; // of a kernel that has gone
  }
}

/**
 * @param {HTMLElement} el
 * @param {boolean} above
 */
function mark(el, above) {
  el.closest(".jp-OutputArea")?.classList.toggle(ABOVE, above);
  const own = /** @type {HTMLElement | null} */ (el.closest(".jp-OutputArea-child"));
  if (own) own.style.display = above ? "none" : "";
}
