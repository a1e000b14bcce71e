// @ts-check
/** Markdown as DOM nodes: code, bold, emphasis, formulas and fenced lines, nothing else. */

import { node } from "./dom.js";
import { drawMaths, mathsWords } from "./maths.js";

// Formulas and code first: what stands in it is never read as bold. An underscore inside a word is a name.
const MARK = new RegExp(
  [
    "\\$(?<maths><math\\b[^$]*?</math>)\\$",
    "(?<ticks>`+)(?<code>.+?)(?<!`)\\k<ticks>(?!`)",
    "\\*\\*(?=\\S)(?<bold>.+?)(?<=\\S)\\*\\*",
    "\\*(?=[^\\s*])(?<star>.+?)(?<=[^\\s*])\\*",
    "(?<!\\w)_(?=\\S)(?<under>.+?)(?<=\\S)_(?!\\w)",
    "\\\\(?<escaped>[\\\\`*_{}<>$])",
  ].join("|"),
  "s",
);

// What stands between fences keeps its lines and its spaces.
const FENCED = /^```\w*\n([\s\S]*?)\n```[ \t]*$/m;

/** The nodes of one text; a blank line starts a new line, other line ends are spaces. */
export function inline(text) {
  return String(text)
    .trim()
    .split(FENCED)
    .flatMap((part, index) =>
      index % 2 ? node("code", { class: "cl-block", tabindex: "0" }, part) : lines(part),
    );
}

function lines(text) {
  if (!text.trim()) return [];
  const paragraphs = text.trim().split(/\n\s*\n/);
  return paragraphs.flatMap((one, index) => [
    ...(index ? [node("br"), node("br")] : []),
    ...marks(one.replace(/\s*\n\s*/g, " ")),
  ]);
}

/** The words of a text without its marks, for labels and lists. */
export function plain(text) {
  const said = String(text).replace(/\$(<math\b[^$]*?<\/math>)\$/g, (_, maths) =>
    mathsWords(maths),
  );
  return node("span", {}, inline(said)).textContent;
}

function marks(text) {
  const found = MARK.exec(text);
  if (!found) return text ? [text] : [];
  const before = text.slice(0, found.index);
  const after = text.slice(found.index + found[0].length);
  return [...(before ? [before] : []), marked(found.groups), ...marks(after)];
}

/** @param {Record<string, string>} [groups] of MARK */
function marked({ maths, code, bold, star, under, escaped } = {}) {
  if (maths !== undefined) return drawMaths(maths);
  if (code !== undefined) return node("code", {}, code.replace(/^ (.*\S.*) $/, "$1"));
  if (bold !== undefined) return node("strong", {}, marks(bold));
  if (escaped !== undefined) return escaped;
  return node("em", {}, marks(star ?? under));
}
