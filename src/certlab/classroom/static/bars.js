// @ts-check
/**
 * How a poll was answered: a table with a bar and its numbers for each option and round.
 *
 * @import { Shown } from "../../app/static/question/items.d.ts"
 * @import { BarRow, Poll, Tally } from "./classes.d.ts"
 */

import { icon, node } from "../../app/static/dom.js";
import { inline } from "../../app/static/text.js";
import { t, tn } from "../../app/static/words.js";
import { namesOf, nameWords, OTHER } from "./tally_words.js";

const MOST = 8; // rows of what was typed; the rest is summed up
const ROUNDS = [() => t("First vote"), () => t("Second vote")];

/**
 * The distribution of a poll that has a `result`; null where there is none.
 *
 * Each row says what was chosen, how often, and, once the poll has ended, whether it is right.
 *
 * @param {Poll} poll
 */
export function drawBars(poll) {
  const { result, show, mine, feedback } = poll;
  if (!result?.length) return null;
  const rows = rowsOf(show, result, feedback?.correct ?? null);
  const sums = result.map((one) => votersOf(show, one));
  const own = ownRows(show, rows, mine);
  return node(
    "table",
    { class: "cl-figures cl-bars" },
    node("caption", { class: "cl-hidden" }, t("How the class voted")),
    node(
      "thead",
      {},
      node(
        "tr",
        {},
        node("th", { scope: "col" }, "options" in show ? t("Option") : t("Answer")),
        result.map(({ round }, place) =>
          node(
            "th",
            { scope: "col" },
            result.length > 1 ? ROUNDS[round - 1]() : t("Votes"),
            " ",
            node("span", { class: "cl-muted" }, tn("{n} vote", "{n} votes", sums[place])),
          ),
        ),
      ),
    ),
    node(
      "tbody",
      {},
      rows.map((row) => drawRow(row, result, sums, own.has(row))),
    ),
  );
}

/**
 * [{ id, text, right, ids }] of what can be chosen, or what was entered most.
 *
 * @param {Shown} show
 * @param {Tally[]} result
 * @param {string[] | null} correct
 * @returns {BarRow[]}
 */
function rowsOf(show, result, correct) {
  if ("options" in show)
    return show.options.map(({ id, text }) => ({
      id,
      ids: [id],
      text: inline(text),
      right: correct ? correct.includes(id) : null,
    }));
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { counts } of result)
    for (const [id, n] of Object.entries(counts)) sums.set(id, (sums.get(id) ?? 0) + n);
  const ids = [...sums].sort(([, one], [, other]) => other - one).map(([id]) => id);
  const rows = ids
    .slice(0, MOST)
    .map((id) => ({ id, ids: [id], text: nameWords(show, id), right: null }));
  const rest = ids.slice(MOST);
  if (!rest.length) return rows;
  const text = [tn("{n} other answer", "{n} other answers", rest.length)];
  return [...rows, { id: "", ids: rest, text, right: null }];
}

/**
 * How many voted, where the class counts each part of a vote by itself.
 *
 * @param {Shown} show
 * @param {Tally} tally
 */
export function votersOf(show, { counts }) {
  const sum = Object.values(counts).reduce((all, n) => all + n, 0);
  return Math.round(sum / partsOf(show));
}

/**
 * Options to choose, pairs or gaps, of which a vote has every one; 1 of what is voted on as a whole.
 *
 * @param {Shown} show
 */
function partsOf(show) {
  if (show.kind === "multi") return show.select ?? 1;
  if (show.kind === "match") return show.left.length;
  return show.kind === "cloze" ? show.gaps.length : 1;
}

/**
 * The rows that the reader's own vote counts in; what only they gave is summed up under "other".
 *
 * @param {Shown} show
 * @param {BarRow[]} rows
 * @param {unknown} mine
 */
export function ownRows(show, rows, mine) {
  const own = namesOf(show, mine).map(
    (name) =>
      rows.find(({ ids }) => ids.includes(name)) ?? rows.find(({ ids }) => ids.includes(OTHER)),
  );
  return new Set(own.filter((row) => row !== undefined));
}

/**
 * @param {BarRow} row
 * @param {Tally[]} result
 * @param {number[]} sums of all votes, by round
 * @param {boolean} own
 */
function drawRow({ ids, text, right }, result, sums, own) {
  const [mark, word] = right === null ? [] : right ? ["right", t("Right")] : ["wrong", t("Wrong")];
  return node(
    "tr",
    { class: right ? "cl-is-right" : null },
    node(
      "th",
      { scope: "row" },
      text,
      own ? node("span", { class: "cl-muted cl-own" }, ` · ${t("your vote")}`) : null,
      mark === "right" ? node("span", { class: "cl-tag" }, icon(mark), word ?? "") : null,
    ),
    result.map(({ counts }, place) => {
      const n = ids.reduce((sum, id) => sum + (counts[id] ?? 0), 0);
      return drawShare(n, sums[place]);
    }),
  );
}

/**
 * @param {number} n
 * @param {number} of
 */
function drawShare(n, of) {
  const share = of ? Math.round((100 * n) / of) : 0;
  return node(
    "td",
    {},
    node("span", { class: "cl-share" }, node("strong", {}, String(n)), ` · ${share} %`),
    node(
      "span",
      { class: "cl-bar", "aria-hidden": "true" },
      node("span", { style: `inline-size: ${share}%` }),
    ),
  );
}
