// @ts-check
/**
 * The code of a lab, read from plain descriptions of its cells: what is folded and what the line
 * in its place says, and what has to run on the way to a step. Nothing here touches JupyterLab.
 *
 * @import { CellFacts, Step } from "../../jupyterlab.d.ts"
 */

/**
 * What a code cell is in lab mode, and whether its code is folded.
 *
 * "own" is what the learner added or edited, "stub" what an exercise wants edited, "ask" asks for
 * a prediction and "measures" compares one, "check" checks, "sets up" shows nothing, and
 * "behind" is behind what it shows.
 *
 * @param {CellFacts[]} cells
 * @param {number} place
 */
export function codeKind(cells, place) {
  const { edited, role, prediction, shows, type } = cells[place];
  if (type !== "code") return "text";
  if (role === "stub") return "stub";
  if (role === "check") return "check";
  if (edited) return "own";
  if (prediction) return "ask";
  const above = cells.slice(0, place).findLast((one) => one.type === "code");
  if (above?.prediction) return "measures";
  return shows && cells.slice(0, place).some((one) => one.type === "code") ? "behind" : "sets up";
}

/** @type {Record<string, [ran: string, before: string]>} */
const FOLDED = {
  ask: ["The code that asks", "The code that asks"],
  measures: ["The code that measured it", "The code that measures it"],
  check: ["The code that checks it", "The code that checks it"],
  "sets up": ["The code that sets this up", "The code that sets this up"],
  behind: ["The code behind this", "The code behind this"],
};

/**
 * The line that stands for folded code; `seconds` is undefined while it has not run.
 *
 * @param {string} kind
 * @param {string} source
 * @param {number | undefined} seconds
 */
export function foldedWords(kind, source, seconds) {
  const ran = seconds !== undefined;
  const [after, before] = FOLDED[kind] ?? FOLDED.behind;
  const count = source.trim() ? source.trimEnd().split("\n").length : 0;
  const lines = count === 1 ? "1 line" : `${count} lines`;
  return `${ran ? after : before} (${ran ? `${lines}, ran in ${sayTime(seconds)}` : lines})`;
}

/** @param {number} seconds */
function sayTime(seconds) {
  if (seconds < 0.1) return "under 0.1 s";
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/**
 * The code that has to run before a step can be done, in order: what is folded or the learner's
 * own, as far as it has not run. Checks are pressed, never run on the way, and what a prediction
 * measures runs once one goes on from it. `ran` says of a cell whether it has run as it stands.
 *
 * @param {CellFacts[]} cells
 * @param {Step} step
 * @param {(cell: CellFacts) => boolean} ran
 * @returns {number[]}
 */
export function waiting(cells, step, ran) {
  const end = step.act < 0 ? step.until : step.act + (step.kind === "prediction" ? 1 : 0);
  const places = cells.slice(0, end).map((_, place) => place);
  return places.filter((place) => cells[place].role !== "check" && isOpen(cells[place], ran));
}

/**
 * What follows within a step once it is done: there nobody has to press for it.
 *
 * @param {CellFacts[]} cells
 * @param {Step} step
 * @param {(cell: CellFacts) => boolean} ran
 */
export function restOf(cells, { act, until }, ran) {
  const places = cells.map((_, place) => place).slice(act + 1, until);
  return places.filter((place) => !cells[place].role && isOpen(cells[place], ran));
}

/**
 * @param {CellFacts} cell
 * @param {(cell: CellFacts) => boolean} ran
 */
function isOpen(cell, ran) {
  return cell.type === "code" && cell.source.trim() !== "" && !ran(cell);
}

/** As zlib.crc32 of Python's gives it of UTF-8: by it an edited cell is told from ours.
 *
 * @param {string} text
 */
export function digest(text) {
  let sum = ~0;
  for (const byte of new TextEncoder().encode(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (~sum >>> 0).toString(16).padStart(8, "0");
}
