// @ts-check
/**
 * SVG made by hand: marks that stretch with their column, and the pattern of what is stranded.
 *
 * @typedef {Record<string, string | number | boolean | null | undefined>} Marks attributes of a mark
 */

const SPACE = "http://www.w3.org/2000/svg";

/**
 * An SVG node with attributes and children; null children are left out.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Marks} attributes
 * @param {(Node | null | readonly (Node | null)[])[]} children
 */
export function shape(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children.flat().filter((child) => child !== null));
  return made;
}

/**
 * A text of a drawing.
 *
 * @param {number | string} x
 * @param {number | string} y
 * @param {string} words
 * @param {Marks} more
 */
export function written(x, y, words, more = {}) {
  const made = shape("text", { x, y, ...more });
  made.textContent = words;
  return made;
}

const HEIGHT = 100; // of one of the two rows, in the mark's own units

/**
 * An instance: its compute slices above its memory slices, stretched over its columns.
 * Both counted in columns.
 *
 * @param {number} compute
 * @param {number} memory
 */
export function instanceShape(compute, memory) {
  const [above, below] = [compute * HEIGHT, memory * HEIGHT];
  const step = above === below ? "" : `V${HEIGHT}H${below}`;
  const d = `M0 0H${above}${step}V${2 * HEIGHT}H0Z`;
  const box = { viewBox: `0 0 ${below} ${2 * HEIGHT}`, preserveAspectRatio: "none" };
  return shape(
    "svg",
    { ...box, class: "cl-shape", "aria-hidden": "true" },
    shape("path", { d, "vector-effect": "non-scaling-stroke" }),
  );
}

/**
 * Dots: capacity that is there and that nothing can use.
 *
 * @param {string} id
 */
export function dots(id) {
  return shape(
    "svg",
    { class: "cl-dots", "aria-hidden": "true" },
    shape(
      "defs",
      {},
      shape(
        "pattern",
        { id, width: 6, height: 6, patternUnits: "userSpaceOnUse" },
        shape("circle", { cx: 3, cy: 3, r: 0.9 }),
      ),
    ),
    shape("rect", { width: "100%", height: "100%", fill: `url(#${id})` }),
  );
}

/**
 * Ticks at the borders of the slices, along the foot of a profile's row.
 *
 * @param {number} columns
 */
export function ruler(columns) {
  const ticks = [...Array(columns + 1).keys()].map((n) => {
    const x = `${(100 * n) / columns}%`;
    return shape("line", { x1: x, x2: x, y1: 0, y2: 4 });
  });
  return shape("svg", { class: "cl-ruler", "aria-hidden": "true" }, ticks);
}

/** The class that gives an instance its colour everywhere: by its compute slices. */
export const kind = (/** @type {{ compute: number }} */ { compute }) => `cl-k${compute}`;
