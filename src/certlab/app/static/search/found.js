// @ts-check
/**
 * What a search finds: MiniSearch over the rows that certlab.app.pages.search_rows writes.
 *
 * Words may be unfinished, and wrong by a letter in five. What is asked with frequent words goes by
 * the others. What has all of those comes first, and where there is little of it, what has most of them.
 *
 * @import { FoundRow, Hit, SearchRows } from "./rows.d.ts"
 */

import MiniSearch from "./minisearch.js";

const FIELDS = ["title", "says", "words", "label"];
// A fact has few words, so that it would come before the section that explains it.
/** @type {Record<FoundRow["kind"], number>} */
const WORTH = { section: 1, term: 0.9, exam: 0.9, lab: 0.8, fact: 0.2 };
const MOST = 12; // results that are shown
/** @type {Partial<Record<FoundRow["kind"], number>>} */
const OF_A_KIND = { term: 3, lab: 3, exam: 3, fact: 4 }; // and of those at most
const ENOUGH = 3; // results with all words, so that those with fewer are left out
const EXACT = 4; // times as much, where a title is what was asked for and no more
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

/**
 * Whether a title, or one of its spellings, is just these words.
 *
 * @param {string} title
 * @param {string[]} words
 */
function names(title, words) {
  return title
    .toLowerCase()
    .split(", ")
    .some((one) => {
      const own = wordsOf(one);
      return own.length === words.length && own.every((word) => words.includes(word));
    });
}

/** An index over the rows of one or more languages, the reader's own first. */
export class Found {
  #rows;
  #index;
  #frequent;
  #written = new Set(); // words of the rows: who types one of them means it

  /** @param {SearchRows[]} parts */
  constructor(parts) {
    this.#frequent = parts.flatMap(({ frequent }) => frequent);
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
    const tokenize = (/** @type {string} */ text) => {
      const words = wordsOf(text);
      for (const word of words) this.#written.add(word.toLowerCase());
      return words;
    };
    this.#index = new MiniSearch({ fields: FIELDS, tokenize });
    this.#index.addAll(this.#rows.map((row, id) => ({ id, ...row })));
  }

  /**
   * The words of what was typed that tell something apart; all of them where none does.
   *
   * @param {string} typed
   */
  #asked(typed) {
    const lower = typed.toLowerCase().replaceAll("’", "'");
    const bare = this.#frequent
      .filter((one) => HAN.test(one))
      .reduce((text, one) => text.replaceAll(one, " "), lower);
    const words = wordsOf(bare).filter((word) => !this.#frequent.includes(word));
    return words.length ? [...new Set(words)] : wordsOf(lower);
  }

  /**
   * The best rows for what was typed, each with the words that were found in it.
   *
   * @param {string} typed
   * @returns {Hit[]}
   */
  of(typed) {
    const words = this.#asked(typed);
    const options = {
      tokenize: () => words,
      boost: { title: 4, says: 1.5, label: 0.5 },
      prefix: true,
      fuzzy: (/** @type {string} */ word) =>
        word.length > 3 && !/\d/.test(word) && !this.#written.has(word) ? 0.2 : false,
      maxFuzzy: 2,
      boostDocument: (/** @type {number} */ id) =>
        WORTH[this.#rows[id].kind] * (names(this.#rows[id].title, words) ? EXACT : 1),
    };
    const ranked = this.#index
      .search(typed, options)
      .sort((one, other) => other.queryTerms.length - one.queryTerms.length);
    const most = ranked[0]?.queryTerms.length ?? 0;
    const whole = ranked.filter(({ queryTerms }) => queryTerms.length === words.length);
    const isNear = (/** @type {{ queryTerms: string[] }} */ { queryTerms }) =>
      queryTerms.length > words.length / 2 || queryTerms.length === most;
    const found = whole.length >= ENOUGH ? whole : ranked.filter(isNear);
    /** @type {Record<string, number>} */
    const counts = {};
    return found
      .map(({ id, terms }) => ({ ...this.#rows[id], terms, asked: words }))
      .filter(({ kind }) => {
        counts[kind] = (counts[kind] ?? 0) + 1;
        return counts[kind] <= (OF_A_KIND[kind] ?? MOST);
      })
      .slice(0, MOST);
  }
}
