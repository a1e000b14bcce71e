// @ts-check
/** Markdown as DOM nodes: code, bold, emphasis, formulas and fenced lines, nothing else. */

import { node } from "./dom.js";
import { nodes } from "./marks.js";
import { drawMaths, mathsWords } from "./maths.js";

/** The nodes of one text; a blank line starts a new line, other line ends are spaces. */
export function inline(text) {
  return nodes(text).map(drawn);
}

/** The words of a text without its marks, for labels and lists. */
export function plain(text) {
  const said = String(text).replace(/\$(<math\b[^$]*?<\/math>)\$/g, (_, maths) =>
    mathsWords(maths),
  );
  return node("span", {}, inline(said)).textContent;
}

/** @param {import("./marks.js").Node} one */
function drawn(one) {
  if (typeof one === "string") return one;
  const [tag, inside] = one;
  if (tag === "math") return drawMaths(inside[0]);
  if (tag === "pre") return node("code", { class: "cl-block", tabindex: "0" }, ...inside);
  return node(/** @type {"strong" | "em" | "code" | "br"} */ (tag), {}, inside.map(drawn));
}
