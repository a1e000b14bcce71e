// @ts-check
/**
 * The small model of the rails on a page, as certlab.labs.trustworthy_ai.rails has it: a classifier that learns
 * from lines, a search by words in common, a check of an answer against evidence, and how near two texts are.
 */

/**
 * The words of a text in small letters, and each two that follow each other.
 *
 * @param {string} text
 */
function pieces(text) {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return [...words, ...words.slice(1).map((word, n) => `${words[n]} ${word}`)];
}

/**
 * A classifier of lines into topics: naive Bayes over pieces.
 *
 * @param {Record<string, string[]>} lines by topic
 * @param {number} smooth added to each count
 * @returns {(text: string) => string} the most likely topic of a text
 */
export function classifierOf(lines, smooth) {
  const every = new Set();
  const topics = Object.entries(lines).map(([topic, own]) => {
    const counts = new Map();
    const all = own.flatMap(pieces);
    for (const piece of all) {
      counts.set(piece, (counts.get(piece) ?? 0) + 1);
      every.add(piece);
    }
    return { topic, counts, total: all.length };
  });
  return (text) => {
    const asked = pieces(text);
    const chances = topics.map(({ counts, total }) =>
      asked.reduce((sum, piece) => {
        const share = ((counts.get(piece) ?? 0) + smooth) / (total + smooth * every.size);
        return sum + Math.log(share);
      }, 0),
    );
    return topics[chances.indexOf(Math.max(...chances))].topic;
  };
}

/**
 * The words of a text that say something, without a plural's s.
 *
 * @param {string} text
 * @param {string[]} empty
 */
function words(text, empty) {
  const single = pieces(text).filter((piece) => !piece.includes(" ") && !empty.includes(piece));
  return new Set(single.map((word) => word.replace(/s+$/, "")));
}

const shared = (/** @type {Set<string>} */ one, /** @type {Set<string>} */ other) =>
  [...one].filter((word) => other.has(word)).length;

/**
 * The chunks with most words in common with a question, best first.
 *
 * @param {string} question
 * @param {string[]} chunks
 * @param {number} most
 * @param {string[]} empty
 */
export function bestChunks(question, chunks, most, empty) {
  const asked = words(question, empty);
  return chunks
    .map((chunk) => ({ chunk, count: shared(asked, words(chunk, empty)) }))
    .filter(({ count }) => count)
    .sort((a, b) => b.count - a.count)
    .slice(0, most)
    .map(({ chunk }) => chunk);
}

/**
 * @param {string} text
 * @returns {string[]}
 */
const numbers = (text) => text.match(/\d[\d.,]*\d|\d/g) ?? [];

/**
 * Whether an answer's numbers all stand in the evidence, and at least half of its words.
 *
 * @param {string} answer
 * @param {string} evidence
 * @param {string[]} empty
 */
export function supported(answer, evidence, empty) {
  const known = numbers(evidence);
  if (numbers(answer).some((one) => !known.includes(one))) return false;
  const said = words(answer, empty);
  return shared(said, words(evidence, empty)) * 2 >= said.size;
}

/**
 * The checksum of a text of small letters and spaces, as zlib's crc32 has it.
 *
 * @param {string} text
 */
function checksum(text) {
  let rest = 0xffffffff;
  for (const letter of text) {
    rest ^= letter.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  }
  return (rest ^ 0xffffffff) >>> 0;
}

/**
 * @param {string} text
 * @param {number} wide
 */
function vector(text, wide) {
  const values = Array(wide).fill(0);
  for (const piece of pieces(text)) values[checksum(piece) % wide] += 1;
  const length = Math.hypot(...values) || 1;
  return values.map((value) => value / length);
}

/**
 * 1 for texts of the same words, 0.29 for texts that share none.
 *
 * @param {string} one
 * @param {string} other
 * @param {number} wide
 */
export function nearness(one, other, wide) {
  const [a, b] = [vector(one, wide), vector(other, wide)];
  const cosine = a.reduce((sum, value, n) => sum + value * b[n], 0);
  return 1 - Math.sqrt(Math.max(0, 2 - 2 * cosine)) / 2;
}
