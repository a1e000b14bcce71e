// @ts-check
/**
 * What a question asks for: its words, and what each may mean in the words of the course.
 *
 * The rule is that of certlab.search.asked; tests/vectors/search.json holds them equal.
 *
 * @import { Asked, SearchIndex } from "./rows.d.ts"
 */

import { nearWords } from "./near_words.js";
import { HAN, tokens } from "./tokens.js";

/** A question has so many characters at most. */
export const LONGEST = 500;
const PART = 0.3; // what a part of a name counts, where the whole name is known
const IN_PHRASE = 0.5; // and a word of a phrase, beside what the phrase means
const NEAR = 0.8; // and a word that is spelled nearly so
const EVERYDAY = 0.7; // and one that the course has in place of what people say

/** @typedef {{ words: (number | string)[], means: Map<number, number>, instead: boolean }} Phrase */

const WORD = { near: false, meant: "", inside: false };

/** The words of an index, and what people say in their place. */
export class Vocabulary {
  #frequent;
  /** @type {Map<number | string, Phrase[]>} */
  #phrases = new Map();

  /**
   * @param {Map<string, number>} groups
   * @param {Pick<SearchIndex, "frequent" | "spellings" | "everyday">} data
   */
  constructor(groups, { frequent, spellings, everyday }) {
    this.groups = groups;
    this.#frequent = new Set(frequent);
    spellings.forEach((every, number) => {
      for (const spelling of every) this.#add(spelling, [`=${number}`], 1, true);
    });
    for (const [says, ...means] of everyday) this.#add(says, means, EVERYDAY, says.includes(" "));
  }

  /**
   * @param {string} says
   * @param {string[]} means
   * @param {number} weight
   * @param {boolean} instead
   */
  #add(says, means, weight, instead) {
    const all = says.split(" ").filter(Boolean);
    const words = all.map((one) => this.#key(one));
    /** @type {Map<number, number>} */
    const known = new Map();
    for (const one of means) {
      const group = this.groups.get(one);
      if (group !== undefined) known.set(group, weight);
    }
    if (!known.size || all.every((one) => this.#frequent.has(one))) return;
    const others = this.#phrases.get(words[0]) ?? [];
    this.#phrases.set(words[0], [...others, { words, means: known, instead }]);
  }

  /** @param {string} word */
  #key(word) {
    return this.groups.get(word) ?? word;
  }

  /**
   * The words of a question that tell something, each meaning once.
   *
   * @param {string} question
   * @returns {Asked[]}
   */
  asked(question) {
    const text = [...this.#frequent]
      .filter((one) => HAN.test(one))
      .reduce((bare, one) => bare.replaceAll(one, " "), question);
    const found = tokens(text).flatMap(([whole, ...parts]) => {
      const known = this.groups.has(whole);
      const own = known || !parts.length ? [this.#word(whole, 1)] : [];
      return [...own, ...parts.map((part) => this.#word(part, known ? PART : 1))];
    });
    return merged(this.#withPhrases(found).filter(({ weight }) => weight));
  }

  /**
   * A word by itself; a frequent one counts nothing, and may stand in a phrase.
   *
   * @param {string} word
   * @param {number} weight
   * @returns {Asked}
   */
  #word(word, weight) {
    if (this.#frequent.has(word)) return { ...WORD, word, groups: new Map(), weight: 0 };
    const group = this.groups.get(word);
    if (group !== undefined) return { ...WORD, word, groups: new Map([[group, 1]]), weight };
    const near = nearWords(word, this.groups.keys());
    const groups = new Map(near.map((one) => [this.groups.get(one) ?? -1, 1]));
    return { ...WORD, word, groups, weight: weight * NEAR, near: true, meant: near[0] ?? "" };
  }

  /**
   * The words, and what phrases among them mean.
   *
   * @param {Asked[]} words
   */
  #withPhrases(words) {
    const keys = words.map(({ word }) => this.#key(word));
    const found = [...words];
    /** @type {Asked[]} */
    const things = [];
    keys.forEach((first, place) => {
      for (const phrase of this.#phrases.get(first) ?? []) {
        const end = place + phrase.words.length;
        if (!phrase.words.every((one, at) => one === keys[place + at])) continue;
        if (phrase.instead) {
          const inside = words.slice(place, end);
          const word = inside.map((one) => one.word).join(" ");
          things.push({ ...WORD, word, groups: phrase.means, weight: 1 });
          inside.forEach((one, at) => {
            const weight = IN_PHRASE * one.weight;
            found[place + at] = { ...found[place + at], weight, inside: true };
          });
        } else found[place] = widened(found[place], phrase.means);
      }
    });
    return [...found, ...things];
  }
}

/**
 * A word with what else it means; what it was taken for comes last.
 *
 * @param {Asked} own
 * @param {Map<number, number>} means
 */
function widened(own, means) {
  const groups = new Map(own.near ? [...means, ...own.groups] : [...own.groups, ...means]);
  return { ...own, groups, near: false, meant: "" };
}

/**
 * Each meaning once, with the most that it counts.
 *
 * @param {Asked[]} words
 */
function merged(words) {
  /** @type {Map<string, Asked>} */
  const found = new Map();
  for (const one of words) {
    const key = one.groups.size ? [...one.groups.keys()].join() : `=${one.word}`;
    const there = found.get(key);
    if (!there || there.weight < one.weight) found.set(key, one);
  }
  return [...found.values()];
}
