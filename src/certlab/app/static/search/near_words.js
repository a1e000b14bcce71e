// @ts-check
/**
 * Words of the course that somebody may have meant who typed one that it does not have.
 *
 * The rule is that of certlab.search.near_words; tests/vectors/search.json holds them equal.
 */

const LEAST = 3; // letters of a beginning
const MOST = 8; // words with one beginning
const ENDING = 4; // letters that a word may be longer than the one that is known
const STEM = 5; // letters that the known one has at least
const LONG = 8; // letters from which on two may be wrong

/**
 * The words that begin so; else the longest that it begins with; else those spelled nearly so.
 *
 * A name with a digit may be unfinished, and nothing else: H100 is no H200.
 *
 * @param {string} word
 * @param {Iterable<string>} known
 * @returns {string[]}
 */
export function nearWords(word, known) {
  const words = [...known];
  if (word.length >= LEAST) {
    const longer = words.filter((one) => one.startsWith(word));
    if (longer.length) return longer.sort((one, other) => one.length - other.length).slice(0, MOST);
  }
  if (/[0-9]/.test(word)) return [];
  const least = Math.max(STEM, word.length - ENDING);
  const begun = words.filter((one) => one.length >= least && word.startsWith(one));
  if (begun.length) return [begun.reduce((best, one) => (one.length > best.length ? one : best))];
  return misspelled(word, words);
}

/**
 * @param {string} word
 * @param {string[]} words
 */
function misspelled(word, words) {
  const allowed = word.length < 4 ? 0 : word.length < LONG ? 1 : 2;
  const near = words
    .filter((one) => one[0] === word[0] && Math.abs(one.length - word.length) <= allowed)
    .map((one) => ({ one, steps: distance(word, one) }))
    .filter(({ steps }) => steps <= allowed);
  const best = Math.min(...near.map(({ steps }) => steps));
  return near
    .filter(({ steps }) => steps === best)
    .slice(0, MOST)
    .map(({ one }) => one);
}

/**
 * Letters to change, add, leave out or swap with the next one, to turn one into the other.
 *
 * @param {string} one
 * @param {string} other
 */
function distance(one, other) {
  /** @type {number[]} */
  let before = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const changed = Number(one[row - 1] !== other[column - 1]);
      let steps = Math.min(last[column] + 1, now[column - 1] + 1, last[column - 1] + changed);
      const swapped = one[row - 2] === other[column - 1] && one[row - 1] === other[column - 2];
      if (row > 1 && column > 1 && swapped) steps = Math.min(steps, before[column - 2] + 1);
      now.push(steps);
    }
    [before, last] = [last, now];
  }
  return last[other.length];
}
