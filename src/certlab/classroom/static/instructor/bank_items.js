// @ts-check
/** Every question of the banks in one list, fetched when somebody first asks for it. */

/** @type {Promise<any[]> | null} */
let items = null;

/** Promise of [{ item, ask, module, options, text }]; `text` is what a search looks through. */
export function bankItems(json) {
  items ??= read(json).catch((error) => {
    items = null; // the next one asks again
    throw error;
  });
  return items;
}

async function read(json) {
  const banks = await Promise.all((await json("index")).map(({ module }) => json(module)));
  return banks.flatMap(({ title, items: entries }) =>
    entries
      .filter(({ kind }) => kind !== "card")
      .map(({ item, show }) => ({
        item,
        ask: show.ask,
        module: title,
        options: Object.fromEntries((show.options ?? []).map(({ id, text }) => [id, text])),
        text: `${show.ask} ${title} ${item}`.toLowerCase(),
      })),
  );
}
