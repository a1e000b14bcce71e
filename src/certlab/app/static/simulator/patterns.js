// @ts-check
/** What kind of work a mark is: hatched, crossed, dotted. */

import { shape } from "../drawing/shapes.js";

/**
 * The patterns of what is arriving, once a widget: drawings name them by `id`.
 *
 * @param {string} id
 */
export function drawPatterns(id) {
  return shape(
    "svg",
    { class: "cl-patterns", "aria-hidden": "true", width: 0, height: 0 },
    shape(
      "defs",
      {},
      shape(
        "pattern",
        {
          id: `${id}-hatch`,
          width: 5,
          height: 5,
          patternUnits: "userSpaceOnUse",
          patternTransform: "rotate(45)",
        },
        shape("rect", { width: 1.6, height: 5, class: "cl-hatchline" }),
      ),
      shape(
        "pattern",
        {
          id: `${id}-cross`,
          width: 5,
          height: 5,
          patternUnits: "userSpaceOnUse",
          patternTransform: "rotate(-45)",
        },
        shape("rect", { width: 1.6, height: 5, class: "cl-hatchline" }),
      ),
      shape(
        "pattern",
        { id: `${id}-idle`, width: 6, height: 6, patternUnits: "userSpaceOnUse" },
        shape("circle", { cx: 3, cy: 3, r: 0.9, class: "cl-idledot" }),
      ),
    ),
  );
}
