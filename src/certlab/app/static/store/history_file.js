// @ts-check
/**
 * A history as it comes in: a text of JSON lines, or a file of anything.
 *
 * @import { Row } from "./rows.d.ts"
 * @typedef {{ rows: Map<string, Row>, problems: string[] }} HistoryRead
 */

import { t } from "../words.js";
import { fromLine } from "./answers.js";

const LARGEST = 64 * 2 ** 20; // bytes, 150,000 answers and more

/**
 * The rows of a text or file by ulid, and a sentence for each line that is none.
 *
 * @param {string | Blob} source
 * @returns {Promise<HistoryRead>}
 */
export async function readHistory(source) {
  /** @type {HistoryRead["rows"]} */
  const rows = new Map();
  /** @type {{ n: number, why: string }[]} */
  const problems = [];
  const refuse = (/** @type {string} */ sentence) => ({ rows: new Map(), problems: [sentence] });
  const another = t(
    "choose a certlab-history.jsonl that was exported, or the history.jsonl of a workspace",
  );
  if ((typeof source === "string" ? source.length : source.size) > LARGEST)
    return refuse(t("This is too large for a history; {another}.", { another }));
  const data = typeof source === "string" ? source : new Uint8Array(await source.arrayBuffer());
  for (const [index, marked] of linesOf(data).entries()) {
    const line = marked?.replace(/^\uFEFF+/, "") ?? null; // marks of editors, as Python passes over them
    if (line !== null && /^[ \t-\r]*$/.test(line)) continue;
    try {
      if (line === null) throw new Error(t("is not text"));
      const row = fromLine(line);
      if (!rows.has(row.ulid)) rows.set(row.ulid, row); // of two with one ulid the first, as Python reads
    } catch (error) {
      problems.push({ n: index + 1, why: error.message });
    }
  }
  if (rows.size || !problems.length) return { rows, problems: problems.map(passedOver) };
  if (typeof data === "string" ? data.includes("\0") : data.includes(0))
    return refuse(t("This is not a history; {another}.", { another }));
  return refuse(
    t("This is not a history that can be read (line {n} {why}); {another}.", {
      ...problems[0],
      another,
    }),
  );
}

/** @param {{ n: number, why: string }} problem */
function passedOver({ n, why }) {
  return t("Line {n} {why}; it was skipped.", { n, why });
}

/**
 * A null stands for a line whose bytes are not UTF-8.
 *
 * @param {string | Uint8Array<ArrayBuffer>} data
 * @returns {(string | null)[]}
 */
function linesOf(data) {
  if (typeof data === "string") return data.split("\n");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    return decoder.decode(data).split("\n");
  } catch {
    return byteLines(data).map((bytes) => {
      try {
        return decoder.decode(bytes);
      } catch {
        return null;
      }
    });
  }
}

/** @param {Uint8Array<ArrayBuffer>} data */
function byteLines(data) {
  const lines = [];
  for (let start = 0, end; start <= data.length; start = end + 1) {
    end = data.indexOf(10, start);
    if (end < 0) end = data.length;
    lines.push(data.subarray(start, end));
  }
  return lines;
}
