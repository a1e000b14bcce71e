// @ts-check
/**
 * What a search finds: MiniSearch over the rows that certlab.app.pages.search_rows writes.
 *
 * Words may be unfinished, and wrong by a letter in five. What has all words comes first.
 *
 * @import { FoundRow, SearchRows } from "./rows.d.ts"
 */

import MiniSearch from "./minisearch.js";

const FIELDS = ["title", "says", "words", "label"];
// A fact has few words, so that it would come before the section that explains it.
/** @type {Record<FoundRow["kind"], number>} */
const WORTH = { section: 1, term: 0.9, exam: 0.9, lab: 0.8, fact: 0.2 };
const MOST = 12; // results that are shown
/** @type {Partial<Record<FoundRow["kind"], number>>} */
const OF_A_KIND = { term: 3, lab: 3, exam: 3, fact: 4 }; // and of those at most
const APART = /[\s\p{P}]+/u;
const JOINED = /\p{L}+(?:-\p{L}+)+/gu;
const HAN = /(\p{Script=Han}+)/u; // written without spaces

/**
 * The words of a text, "all-reduce" also as one; of Han characters each pair, and a single one as it is.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function wordsOf(text) {
  const words = text
    .split(APART)
    .flatMap((word) => word.split(HAN))
    .flatMap((word) => (HAN.test(word) && word.length > 2 ? pairs(word) : [word]));
  const joined = [...text.matchAll(JOINED)].map(([word]) => word.replaceAll("-", ""));
  return [...words, ...joined].filter(Boolean);
}

/** @param {string} word */
function pairs(word) {
  return Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));
}

/** An index over the rows of one or more languages, the reader's own first. */
export class Found {
  #rows;
  #index;

  /** @param {SearchRows[]} parts */
  constructor(parts) {
    const known = new Set(); // pages that stand in the reader's language
    this.#rows = parts.flatMap(({ pages, rows }) => {
      const there = pages.filter(([page]) => known.has(page));
      for (const [page] of pages) known.add(page.replace(/^[^/]+(?=\/modules\/)\//, ""));
      return rows
        .map(([number, anchor, title, says, words]) => {
          const [page, label, kind] = pages[number];
          return { page, anchor, title, says, words, label, kind };
        })
        .filter(({ page }) => !there.some(([other]) => other === page));
    });
    this.#index = new MiniSearch({ fields: FIELDS, tokenize: wordsOf });
    this.#index.addAll(this.#rows.map((row, id) => ({ id, ...row })));
  }

  /**
   * The best rows for what was typed, as { page, anchor, title, says, label, kind }.
   *
   * @param {string} typed
   * @returns {FoundRow[]}
   */
  of(typed) {
    const options = {
      boost: { title: 4, says: 1.5, label: 0.5 },
      prefix: true,
      fuzzy: (/** @type {string} */ word) => (word.length > 3 && !/\d/.test(word) ? 0.2 : false),
      maxFuzzy: 2,
      boostDocument: (/** @type {number} */ id) => WORTH[this.#rows[id].kind],
    };
    const both = this.#index.search(typed, { ...options, combineWith: "AND" });
    const found = both.length ? both : this.#index.search(typed, options);
    /** @type {Record<string, number>} */
    const counts = {};
    return found
      .map(({ id }) => this.#rows[id])
      .filter(({ kind }) => {
        counts[kind] = (counts[kind] ?? 0) + 1;
        return counts[kind] <= (OF_A_KIND[kind] ?? MOST);
      })
      .slice(0, MOST);
  }
}
