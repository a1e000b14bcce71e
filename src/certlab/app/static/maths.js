// @ts-check
/** Formulas: MathML as certlab.course.maths brings it, copied node by node. */

const MATHML_SPACE = "http://www.w3.org/1998/Math/MathML";
const MATH_TAGS = [
  "math",
  "mrow",
  "mi",
  "mn",
  "mo",
  "mtext",
  "mspace",
  "mfrac",
  "msup",
  "msub",
  "msubsup",
  "msqrt",
  "mroot",
  "munder",
  "mover",
  "munderover",
  "mtable",
  "mtr",
  "mtd",
  "mstyle",
  "mpadded",
];
const MATH_ATTRIBUTES = [
  "alttext",
  "mathvariant",
  "stretchy",
  "displaystyle",
  "width",
  "display",
  "form",
];

/**
 * A node that draws the MathML; its own text where it holds anything else.
 *
 * @param {string} source
 */
export function drawMaths(source) {
  const root = parsedMaths(source);
  return root ? copied(root) : source;
}

/**
 * What a formula says where it cannot be drawn.
 *
 * @param {string} source
 */
export function mathsWords(source) {
  return parsedMaths(source)?.getAttribute("alttext") ?? source;
}

/**
 * A document of its own, in which no script runs and nothing is loaded.
 *
 * @param {string} source
 */
function parsedMaths(source) {
  const root = new DOMParser().parseFromString(source, "application/xml").documentElement;
  const all = [root, ...root.querySelectorAll("*")];
  const plain = all.every(
    (one) =>
      MATH_TAGS.includes(one.localName) &&
      one.namespaceURI === MATHML_SPACE &&
      [...one.attributes].every(({ name }) => MATH_ATTRIBUTES.includes(name) || name === "xmlns"),
  );
  return plain ? root : null;
}

/**
 * @param {Element} from
 * @returns {MathMLElement}
 */
function copied(from) {
  const made = /** @type {MathMLElement} */ (
    document.createElementNS(MATHML_SPACE, from.localName)
  );
  for (const { name, value } of from.attributes) {
    if (name !== "xmlns") made.setAttribute(name, value);
  }
  for (const child of from.childNodes) {
    made.append(child instanceof Element ? copied(child) : (child.textContent ?? ""));
  }
  return made;
}
