// @ts-check
/**
 * What answers a question: the passages of an index in order.
 *
 * certlab.search.ranking does the same in a terminal; tests/vectors/search.json holds the two
 * equal. What a word counts is how rare it is, and what has most of what was asked comes first.
 *
 * @import { Asked, Hit, SearchIndex, SearchKind } from "./rows.d.ts"
 */

import { Vocabulary } from "./asked.js";
import { IMPACTS, unpackPostings, unpackWords } from "./packing.js";
import { tokens } from "./tokens.js";

// What a passage counts by its kind: an item or a lab has its words for another end.
/** @type {Record<SearchKind, number>} */
const WORTH = { section: 1, term: 0.9, exam: 0.9, lab: 0.85, item: 0.75, fact: 0.8 };
// Results of a kind, and of one shelf of it: facts about one thing are much alike.
/** @type {Partial<Record<SearchKind, number>>} */
const OF_A_KIND = { term: 3, lab: 2, exam: 3, item: 3, fact: 4 };
/** @type {Partial<Record<SearchKind, number>>} */
const ON_A_SHELF = { lab: 1, item: 2, fact: 2 };
// Passages that are thought of beside those of an index: in a small one no word is worth
// nothing because all of them have it, and small and large ones can be compared.
const ELSEWHERE = 1000;
const ENOUGH = 0.25; // of the best score: what has less is no answer

/** @typedef {{ impacts: Map<number, number>, shares: Map<number, number>, worth: number }} Reach */

/** An index as certlab.search.indexing writes it. */
export class Index {
  #hints;
  #postings;
  /** @type {[shelf: number, place: number][]} */
  #places;

  /** @param {SearchIndex} data */
  constructor(data) {
    this.shelves = data.shelves;
    this.categories = data.categories;
    this.vocabulary = new Vocabulary(unpackWords(data.words), data);
    this.#postings = data.postings.split(" ");
    this.#hints = data.hints;
    this.#places = data.shelves.flatMap((row, shelf) =>
      Array.from(
        { length: row[5] },
        (_, place) => /** @type {[number, number]} */ ([shelf, place]),
      ),
    );
  }

  /**
   * All that has a word of the question, the best first.
   *
   * @param {string} question
   * @param {string[] | null} modules slugs of those to look in; where null, all, and what is of none
   * @returns {Hit[]}
   */
  of(question, modules) {
    const asked = this.vocabulary.asked(question);
    const reaches = asked.map((one) => this.#reach(one));
    const { scores, reached } = sums(reaches);
    const whole = reaches.reduce((sum, { worth }, at) => sum + (asked[at].inside ? 0 : worth), 0);
    const [hinted, worth] = [this.#hinted(question), this.#worth(asked, reaches)];
    return [...scores.keys()]
      .sort((one, other) => one - other)
      .map((passage) => {
        const [shelf, place] = this.#places[passage];
        const [file, page, label, kind, module] = this.shelves[shelf];
        const share = whole ? Math.min(1, (reached.get(passage) ?? 0) / whole) : 0;
        const score = (scores.get(passage) ?? 0) * share * WORTH[kind] * (hinted[kind] ?? 1);
        return { file, page, label, kind, module, place, score: rounded(score), worth };
      })
      .filter(({ module }) => modules === null || modules.includes(module))
      .sort((one, other) => other.score - one.score);
  }

  /**
   * Where a word of the question stands.
   *
   * @param {Asked} one
   * @returns {Reach}
   */
  #reach(one) {
    const [impacts, shares] = [new Map(), new Map()];
    for (const [group, share] of one.groups) {
      for (const [passage, impact] of unpackPostings(this.#postings[group])) {
        impacts.set(passage, Math.max(share * impact, impacts.get(passage) ?? 0));
        shares.set(passage, Math.max(share, shares.get(passage) ?? 0));
      }
    }
    // As BM25 has it: how rare the word is, whichever of its meanings stands there.
    const holding = impacts.size;
    const among = this.#places.length + ELSEWHERE;
    const rare = Math.log(1 + (among - holding + 0.5) / (holding + 0.5));
    return { impacts, shares, worth: impacts.size ? one.weight * rare : 0 };
  }

  /**
   * By word of the course, which word of the question it is, and what it counts.
   *
   * @param {Asked[]} asked
   * @param {Reach[]} reaches
   * @returns {Map<string, [number, number]>}
   */
  #worth(asked, reaches) {
    /** @type {Map<number, [number, number]>} */
    const ofGroup = new Map();
    asked.forEach(({ groups }, number) => {
      for (const [group, share] of groups)
        if (!ofGroup.has(group)) ofGroup.set(group, [number, reaches[number].worth * share]);
    });
    const found = new Map();
    for (const [word, group] of this.vocabulary.groups)
      if (ofGroup.has(group)) found.set(word, ofGroup.get(group));
    return found;
  }

  /**
   * Kinds of passage that the question wants, by its words, and how much more.
   *
   * @param {string} question
   */
  #hinted(question) {
    const words = ` ${tokens(question)
      .map(([whole]) => whole)
      .join(" ")} `;
    /** @type {Partial<Record<SearchKind, number>>} */
    const hinted = {};
    for (const [phrase, kind, more] of this.#hints)
      if (words.includes(` ${phrase} `)) hinted[kind] = more;
    return hinted;
  }
}

/**
 * By passage, what its impacts come to, and the worth of the words that it has.
 *
 * @param {Reach[]} reaches
 */
function sums(reaches) {
  /** @type {Map<number, number>} */
  const scores = new Map();
  /** @type {Map<number, number>} */
  const reached = new Map();
  for (const { impacts, shares, worth } of reaches)
    for (const [passage, impact] of impacts) {
      scores.set(passage, (scores.get(passage) ?? 0) + (worth * impact) / IMPACTS);
      const share = worth * (shares.get(passage) ?? 0);
      reached.set(passage, (reached.get(passage) ?? 0) + share);
    }
  return { scores, reached };
}

/**
 * The passages that answer a question best, the best first.
 *
 * @param {Index[]} indexes of one language or several, the reader's own first; a page that
 *   stands in an earlier one is not looked for in a later one
 * @param {string} question
 * @param {number} most how many, at most
 * @param {string[] | null} modules slugs of those to look in; where null, all, and what is of none
 */
export function best(indexes, question, most, modules = null) {
  const known = new Set();
  /** @type {Hit[]} */
  const hits = [];
  for (const index of indexes) {
    hits.push(...index.of(question, modules).filter(({ page }) => !known.has(page)));
    for (const [, page] of index.shelves) known.add(page.replace(/^[^/]+\/(?=modules\/)/, ""));
  }
  return chosen(
    hits.sort((one, other) => other.score - one.score),
    most,
  );
}

/**
 * Without what is too much of one kind or of one shelf, or answers too little.
 *
 * @param {Hit[]} hits
 * @param {number} most
 */
function chosen(hits, most) {
  /** @type {Record<string, number>} */
  const counts = {};
  return hits
    .filter(({ kind, file, score }) => {
      const [ofKind, ofFile] = [counts[kind] ?? 0, counts[file] ?? 0];
      const room = ofKind < (OF_A_KIND[kind] ?? most) && ofFile < (ON_A_SHELF[kind] ?? most);
      if (!room || score < ENOUGH * hits[0].score) return false;
      [counts[kind], counts[file]] = [ofKind + 1, ofFile + 1];
      return true;
    })
    .slice(0, most);
}

/** @param {number} score to six digits, which both languages have alike */
export function rounded(score) {
  return Math.round(score * 1e6) / 1e6;
}
