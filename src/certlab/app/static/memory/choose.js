// @ts-check
/**
 * What to ask now: due first, then new, then the least well known; as certlab.study.session does.
 *
 * @import { Entry, Memory } from "./memories.d.ts"
 */

import { easyFirst } from "./easy_first.js";
import { recall } from "./memory.js";
import { inTurn } from "./order.js";

const RANK = { due: 0, new: 1, ahead: 2 };

/**
 * "due", "new" or "ahead" of time.
 *
 * @param {Memory | undefined} memory
 * @param {number} now
 * @returns {"due" | "new" | "ahead"}
 */
function standing(memory, now) {
  if (!memory) return "new";
  return memory.due <= now ? "due" : "ahead";
}

/**
 * Entries in the order to ask them. `memories` is a Map by item id, `now` milliseconds since
 * 1970, and `known` holds all entries that there are, also those that are not to be asked.
 *
 * @template {Entry} E
 * @param {E[]} entries
 * @param {Map<string, Memory>} memories
 * @param {number} now
 * @param {Entry[]} known
 */
export function ranked(entries, memories, now, known = entries) {
  const mixed = spread(entries);
  const order = (/** @type {E} */ entry) => {
    const memory = memories.get(entry.item);
    const rank = RANK[standing(memory, now)];
    return memory ? [rank, recall(memory, now), memory.due] : [rank, mixed.get(entry.item) ?? 0, 0];
  };
  const rows = entries
    .map((entry) => ({ entry, order: order(entry) }))
    .sort((one, other) => compared(one.order, other.order));
  const ranks = Object.values(RANK).map((rank) =>
    rows.filter((row) => row.order[0] === rank).map(({ entry }) => entry),
  );
  const asked = inTurn(ranks, known, memories, now);
  return memories.size ? asked : easyFirst(asked);
}

/**
 * A place from 0 to 1 by item id, that mixes modules and cards; within each the bank's order stays.
 *
 * @param {Pick<Entry, "item" | "module" | "kind">[]} entries
 * @returns {Map<string, number>}
 */
function spread(entries) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const { item, module, kind } of entries) {
    const name = `${module} ${kind === "card"}`;
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  const places = [...groups.values()].flatMap((ids) =>
    ids.map((id, place) => /** @type {const} */ ([id, (place + 0.5) / ids.length])),
  );
  return new Map(places);
}

/**
 * @param {number[]} one
 * @param {number[]} other
 */
function compared(one, other) {
  const place = one.findIndex((value, index) => value !== other[index]);
  return place < 0 ? 0 : one[place] - other[place];
}
