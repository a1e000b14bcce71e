// @ts-check
/**
 * The sentence of a text that holds what was looked for, with the words in it marked.
 *
 * certlab.search.sentence chooses alike; tests/vectors/search.json holds the two equal.
 *
 * @import { Hit } from "./rows.d.ts"
 */

import { node } from "../dom.js";
import { rounded } from "./found.js";
import { tokens } from "./tokens.js";

const LONGEST = 180; // characters that are shown
const BEFORE = 60; // of them before the first word that is marked, where a sentence is longer
const HAN = /\p{Script=Han}/u;

/**
 * The place of the sentence whose words count most, the first of several.
 *
 * @param {string[]} sentences
 * @param {Hit["worth"]} worth a word of the question counts once, in its best form
 */
export function bestSentence(sentences, worth) {
  let [best, most] = [0, 0];
  sentences.forEach((sentence, place) => {
    /** @type {Map<number, number>} */
    const counts = new Map();
    for (const word of tokens(sentence).flat()) {
      const [number, value] = worth.get(word) ?? [-1, 0];
      if (number >= 0) counts.set(number, Math.max(value, counts.get(number) ?? 0));
    }
    const total = rounded([...counts.values()].reduce((sum, value) => sum + value, 0));
    if (total > most) [best, most] = [place, total];
  });
  return best;
}

/**
 * A sentence as children of a node, what was found in it marked; of a long one the part around it.
 *
 * @param {string} sentence
 * @param {string[]} terms
 * @returns {(string | HTMLElement)[]}
 */
export function marked(sentence, terms) {
  const wanted = wordIn(terms);
  if (!wanted) return [sentence];
  const text = around(sentence, sentence.search(wanted));
  // The words that were found stand at odd places.
  return text
    .split(wanted)
    .map((part, at) => (at % 2 ? node("mark", {}, part) : part))
    .filter((part) => part !== "");
}

/**
 * What finds the words in a text, whole ones, of any case; Han characters stand without spaces.
 *
 * @param {string[]} terms
 */
function wordIn(terms) {
  if (!terms.length) return null;
  const longest = terms.toSorted((one, other) => other.length - one.length);
  const forms = longest.map((term) => {
    const plain = term.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
    return HAN.test(term) ? plain : `(?<![\\p{L}\\p{N}])${plain}(?![\\p{L}\\p{N}])`;
  });
  return new RegExp(`(${forms.join("|")})`, "iu");
}

/**
 * @param {string} sentence
 * @param {number} at
 */
function around(sentence, at) {
  if (sentence.length <= LONGEST) return sentence;
  if (at <= BEFORE) return `${sentence.slice(0, LONGEST).trimEnd()} …`;
  const from = sentence.indexOf(" ", at - BEFORE) + 1 || at - BEFORE;
  const to = from + LONGEST;
  const tail = to < sentence.length ? " …" : "";
  return `… ${sentence.slice(Math.min(from, at), to).trimEnd()}${tail}`;
}
