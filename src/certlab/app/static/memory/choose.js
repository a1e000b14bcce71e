// @ts-check
/** What to ask now: due first, then new, then the least well known; as certlab.study.session does. */

import { recall } from "./memory.js";

const RANK = { due: 0, new: 1, ahead: 2 };

/** "due", "new" or "ahead" of time. */
export function standing(memory, now) {
  if (!memory) return "new";
  return memory.due <= now ? "due" : "ahead";
}

/** Entries in the order to ask them. `memories` is a Map by item id, `now` milliseconds since 1970. */
export function ranked(entries, memories, now) {
  const mixed = spread(entries);
  const order = (entry) => {
    const memory = memories.get(entry.item);
    const rank = RANK[standing(memory, now)];
    return memory ? [rank, recall(memory, now), memory.due] : [rank, mixed.get(entry.item), 0];
  };
  return gathered(
    entries
      .map((entry, place) => ({ entry, place, order: order(entry) }))
      .sort((one, other) => compared(one.order, other.order)),
  ).map(({ entry }) => entry);
}

/** Of one rank, the items of one situation follow the first of them, in the bank's order: it is read once. */
function gathered(rows) {
  const together = new Map();
  for (const row of rows) {
    const { item, show } = row.entry;
    const name = `${row.order[0]} ${show?.context?.scenario ?? item}`;
    together.set(name, [...(together.get(name) ?? []), row]);
  }
  return [...together.values()].flatMap((group) =>
    group.sort((one, other) => one.place - other.place),
  );
}

/** A place from 0 to 1 by item id, that mixes modules and cards; within each the bank's order stays. */
export function spread(entries) {
  const groups = new Map();
  for (const { item, module, kind } of entries) {
    const name = `${module} ${kind === "card"}`;
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  const places = [...groups.values()].flatMap((ids) =>
    ids.map((id, place) => [id, (place + 0.5) / ids.length]),
  );
  return new Map(places);
}

function compared(one, other) {
  const place = one.findIndex((value, index) => value !== other[index]);
  return place < 0 ? 0 : one[place] - other[place];
}
