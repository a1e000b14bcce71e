// @ts-check
/**
 * Every question of the banks in one list, fetched when somebody first asks for it.
 *
 * @import { AskingItem, FetchBank, ListedQuestion } from "../classes.d.ts"
 */

/** @type {Promise<ListedQuestion[]> | null} */
let items = null;

/**
 * Promise of [{ item, ask, module, text }]; `text` is what a search looks through.
 *
 * @param {FetchBank} json
 * @returns {Promise<ListedQuestion[]>}
 */
export function bankItems(json) {
  items ??= read(json).catch((error) => {
    items = null; // the next one asks again
    throw error;
  });
  return items;
}

/**
 * @param {FetchBank} json
 * @returns {Promise<ListedQuestion[]>}
 */
async function read(json) {
  const banks = await Promise.all((await json("index")).map(({ module }) => json(module)));
  return banks.flatMap(({ title, items: entries }) =>
    /** @type {AskingItem[]} */ (entries)
      .filter(({ kind }) => kind !== "card")
      .map(({ item, show }) => ({
        item,
        ask: show.ask,
        module: title,
        text: `${show.ask} ${title} ${item}`.toLowerCase(),
      })),
  );
}
