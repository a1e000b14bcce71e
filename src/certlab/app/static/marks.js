// @ts-check
/**
 * Inline Markdown as a tree: code, bold, emphasis, formulas, fenced lines, nothing else.
 *
 * The rules are those of certlab.course.marks, which says why a text is read once, from left to
 * right; tests/vectors/markup.json holds the two equal.
 *
 * @typedef {string | [tag: string, inside: Node[]]} Node
 * @typedef {{ sign: string, place: number }} Begun a sign without its end, and where it stands
 */

/** @type {Record<string, string>} */
const TAGS = { "**": "strong", "*": "em", _: "em" };
const TOKEN =
  /\$(?<maths><math\b[^$]*<\/math>)\$|(?<ticks>`+)|(?<stars>\*+)|(?<unders>_+)|\\(?<escaped>[\\`*_{}<>$])/g;
const FENCE = /^```\w*[ \t\r]*$/;
const FENCE_ENDS = /^```[ \t\r]*$/;
// What XML cannot hold, a terminal would obey, or turns the direction of a line.
const ILLEGAL =
  /[^\t\n\r\x20-\x7e\xa0-\u2029\u202f-\u2065\u206a-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/**
 * The text as a tree; a blank line becomes two line breaks, a line end a space.
 *
 * @param {string} text
 */
export function nodes(text) {
  const whole = String(text).replace(ILLEGAL, "\ufffd").trim();
  /** @type {Node[]} */
  const found = [];
  for (const [index, part] of fenced(whole).entries()) {
    if (index % 2) found.push(["pre", [part]]);
    else paragraphs(part, found);
  }
  return found;
}

/**
 * The text in parts; what stands between two fences is every second one.
 *
 * @param {string} text
 * @returns {string[]}
 */
function fenced(text) {
  const lines = text.split("\n");
  /** @type {string[]} */
  const parts = [];
  let begin = 0;
  for (let at = 0; at < lines.length; at += 1) {
    if (!FENCE.test(lines[at])) continue;
    let end = at + 2;
    while (end < lines.length && !FENCE_ENDS.test(lines[end])) end += 1;
    if (end >= lines.length) break;
    parts.push(lines.slice(begin, at).join("\n"), lines.slice(at + 1, end).join("\n"));
    begin = end + 1;
    at = end;
  }
  return [...parts, lines.slice(begin).join("\n")];
}

/**
 * @param {string} text
 * @param {Node[]} found
 */
function paragraphs(text, found) {
  /** @type {string[][]} */
  const all = [[]];
  for (const line of text.split("\n").map((one) => one.trim())) {
    if (line) all[all.length - 1].push(line);
    else if (all[all.length - 1].length) all.push([]);
  }
  for (const [index, lines] of all.filter((one) => one.length).entries()) {
    if (index) found.push(["br", []], ["br", []]);
    marks(lines.join(" "), found);
  }
}

/**
 * @param {string} text
 * @param {Node[]} found
 */
function marks(text, found) {
  /** @type {Begun[]} */
  const begun = [];
  const ends = endsOfCode(text);
  let place = 0;
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(text); token; token = TOKEN.exec(text)) {
    const [run] = token;
    const { maths, ticks, escaped } = token.groups ?? {};
    if (token.index > place) found.push(text.slice(place, token.index));
    place = token.index + run.length;
    if (maths) found.push(["math", [maths]]);
    else if (escaped) found.push(escaped);
    else if (ticks) {
      const later = ends.get(run.length) ?? [];
      while (later.length && later[later.length - 1] < place) later.pop();
      const end = later[later.length - 1];
      if (end === undefined) found.push(run);
      else {
        found.push(["code", [code(text.slice(place, end))]]);
        place = end + run.length;
        TOKEN.lastIndex = place;
      }
    } else {
      const before = text.charAt(token.index - 1);
      for (const sign of signs(run, begun)) put(found, begun, sign, before, text.charAt(place));
    }
  }
  if (place < text.length) found.push(text.slice(place));
}

/**
 * Where runs of so many ticks begin, the last one first.
 *
 * @param {string} text
 */
function endsOfCode(text) {
  /** @type {Map<number, number[]>} */
  const found = new Map();
  for (const run of [...text.matchAll(/`+/g)].reverse()) {
    const count = run[0].length;
    found.set(count, found.get(count) ?? []);
    found.get(count)?.push(run.index);
  }
  return found;
}

/**
 * The code without the spaces that keep its own ticks from those around it.
 *
 * @param {string} text
 */
function code(text) {
  const spaced = text.startsWith(" ") && text.endsWith(" ") && text.trim();
  return spaced ? text.slice(1, -1) : text;
}

/**
 * The marks in a run of one sign; a long one is a line or a blank to fill in.
 *
 * @param {string} run
 * @param {Begun[]} begun
 */
function signs(run, begun) {
  if (run !== "***") return [run];
  return begun.at(-1)?.sign === "*" ? ["*", "**"] : ["**", "*"];
}

/**
 * Add a sign: as the end of what is marked, a beginning, or text.
 *
 * @param {Node[]} found
 * @param {Begun[]} begun
 * @param {string} sign
 * @param {string} before
 * @param {string} after
 */
function put(found, begun, sign, before, after) {
  const apart = sign === "_"; // from the word that it marks; inside one it is part of a name
  const ends = /\S/.test(before) && !(apart && /\w/.test(after));
  const begins = /\S/.test(after) && !(apart && /\w/.test(before));
  const waits = begun.some((one) => one.sign === sign);
  if (!(ends && waits)) {
    if (begins && !waits && sign in TAGS) begun.push({ sign, place: found.length });
    found.push(sign);
    return;
  }
  let begin = begun.pop();
  while (begin && begin.sign !== sign) begin = begun.pop();
  const inside = found.splice(begin?.place ?? 0).slice(1); // there is one, as it waits
  found.push([TAGS[sign], inside]);
}
