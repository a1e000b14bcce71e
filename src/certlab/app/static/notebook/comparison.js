// @ts-check
/**
 * A comparison in a notebook: what was predicted, and what was measured.
 *
 * @import { Mounted } from "../elements.d.ts"
 */

import { drawComparison } from "../prediction/comparison.js";
import { speak } from "../words.js";

export default {
  /** @param {Mounted} context */
  render: ({ model, el }) => {
    speak({ model, el });
    drawComparison(model.get("rows"), el);
    return () => el.replaceChildren();
  },
};
