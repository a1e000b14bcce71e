// @ts-check
/** What somebody may have meant whose link names what there is not. */

const MOST = 4;
const ALIKE = 0.5; // of a name's parts, as many letters may be others
const CLOSE = 0.7; // of the best mark, and less is no help

/**
 * The few names that are spelled alike, in whole or in one of their parts; the nearest first.
 *
 * @param {string} typed
 * @param {string[]} names
 */
export async function nearNames(typed, names) {
  const { default: MiniSearch } = await import("../search/minisearch.js");
  const tokenize = (/** @type {string} */ text) => text.split(/[^a-z\d]+/);
  const index = new MiniSearch({ fields: ["id"], tokenize });
  index.addAll(names.map((id) => ({ id })));
  const found = index.search(typed, { fuzzy: ALIKE, prefix: true });
  const near = found.filter(({ score }) => score >= CLOSE * found[0].score);
  return near.slice(0, MOST).map(({ id }) => id);
}
