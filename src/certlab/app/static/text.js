// @ts-check
/**
 * Markdown as DOM nodes: code, bold, emphasis, formulas and fenced lines, nothing else.
 *
 * @import { Node as MarkedNode } from "./marks.js"
 */

import { node } from "./dom.js";
import { nodes } from "./marks.js";
import { drawMaths, mathsWords } from "./maths.js";

/**
 * The nodes of one text; a blank line starts a new line, other line ends are spaces.
 *
 * @param {string} text
 */
export function inline(text) {
  return nodes(text).map(drawn);
}

/**
 * The words of a text without its marks, for labels and lists.
 *
 * @param {string} text
 */
export function plain(text) {
  const said = String(text).replace(/\$(<math\b[^$]*?<\/math>)\$/g, (_, maths) =>
    mathsWords(maths),
  );
  const words = node("span", {}, inline(said));
  for (const one of words.querySelectorAll(".cl-block, br"))
    one.replaceWith(` ${one.textContent} `);
  return (words.textContent ?? "").replace(/ {2,}/g, " ").trim();
}

/**
 * @param {MarkedNode} marked
 * @returns {Node | string}
 */
function drawn(marked) {
  if (typeof marked === "string") return marked;
  const [tag, inside] = marked;
  if (tag === "math") return drawMaths(String(inside[0]));
  if (tag === "pre") return node("code", { class: "cl-block", tabindex: "0" }, inside.map(drawn));
  return node(/** @type {"strong" | "em" | "code" | "br"} */ (tag), {}, inside.map(drawn));
}
