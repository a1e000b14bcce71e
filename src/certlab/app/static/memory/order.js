// @ts-check
/**
 * Siblings apart, situations together: the twin of certlab.study.item_order, which says why.
 *
 * @import { Entry, Memory } from "./memories.d.ts"
 * @typedef {object} Kin
 * @property {string} module
 * @property {boolean} card
 * @property {Set<string>} givesAway names of what says too much of each other
 * @property {Set<string>} names and of what is alike
 */

const DAY = 86_400_000; // milliseconds, certlab.study.item_order.A_DAY
const AHEAD = 24; // places down the list at which another item is looked for
const BACK = 200; // places up the list at which a place between strangers is looked for
const SIBLINGS = 2; // what two items share from here on makes them siblings

/**
 * What to ask, in its order, and at the end what waits because a day has not passed.
 *
 * @template {Entry} E
 * @param {E[][]} ranks entries of a bank in their order
 * @param {Entry[]} known all entries that there are, asked or not
 * @param {Map<string, Memory>} memories by item id
 * @param {number} now milliseconds since 1970
 */
export function inTurn(ranks, known, memories, now) {
  const kin = new Map(known.map((entry) => [entry.item, kinOf(entry)]));
  const own = (/** @type {Entry} */ entry) => kin.get(entry.item) ?? kinOf(entry);
  const shared = (/** @type {E} */ one, /** @type {E} */ other) => kinship(own(one), own(other));
  /** @type {{ cards: Set<string>, questions: Set<string> }} */
  const met = { cards: new Set(), questions: new Set() };
  const meet = (/** @type {Kin} */ { card, givesAway }) => {
    const names = card ? met.cards : met.questions;
    for (const name of givesAway) names.add(name);
  };
  const isMet = (/** @type {Kin} */ { card, givesAway }) =>
    count(givesAway, card ? met.questions : met.cards) > 0;
  for (const [item, one] of kin) {
    const memory = memories.get(item);
    if (memory && now - memory.counted < DAY) meet(one);
  }
  /** @type {E[]} */
  const asked = [];
  /** @type {E[][]} */
  const waiting = [];
  for (const rank of ranks) {
    /** @type {E[][]} */
    const free = [];
    for (const group of gathered(rank, known)) {
      const each = group.map(own);
      if (each.some(isMet)) waiting.push(group);
      else {
        free.push(group);
        each.forEach(meet);
      }
    }
    asked.push(...parted(free, shared, asked.at(-1) ?? null));
  }
  return [...asked, ...parted(waiting, shared, asked.at(-1) ?? null)];
}

/**
 * What an entry hangs on: with its section and objective, and what gives it away.
 *
 * @param {Entry} entry
 * @returns {Kin}
 */
function kinOf({ item, module, kind, kin, show, feedback }) {
  const anchor = feedback?.section?.anchor;
  const givesAway = new Set([item, ...kin]);
  const names = new Set([...givesAway, show.objective, ...(anchor ? [`${module}#${anchor}`] : [])]);
  return { module, card: kind === "card", givesAway, names };
}

/**
 * How much two items share: two for each name, one for the module.
 *
 * @param {Pick<Kin, "module" | "names">} one
 * @param {Pick<Kin, "module" | "names">} other
 */
function kinship(one, other) {
  return SIBLINGS * count(one.names, other.names) + Number(one.module === other.module);
}

/**
 * @param {Set<string>} names
 * @param {Set<string>} others
 */
function count(names, others) {
  let found = 0;
  for (const name of names) found += Number(others.has(name));
  return found;
}

/**
 * Each place takes, of the next groups, the first that shares least with the last item; a sibling goes back to the last place between two strangers.
 *
 * @template One
 * @param {One[][]} groups
 * @param {(one: One, other: One) => number} shared
 * @param {One | null} before
 * @returns {One[]}
 */
export function parted(groups, shared, before = null) {
  const left = [...groups];
  /** @type {One[][]} */
  const placed = [];
  const meet = (/** @type {number} */ place, /** @type {One[]} */ group) => {
    const last = place ? placed[place - 1].at(-1) : before;
    return last ? shared(last, group[0]) : 0;
  };
  const between = (/** @type {One[]} */ group) => {
    const first = Math.max(0, placed.length - BACK + 1);
    for (let place = placed.length - 1; place >= first; place -= 1)
      if (
        meet(place, group) < SIBLINGS &&
        shared(group[group.length - 1], placed[place][0]) < SIBLINGS
      )
        return place;
    return placed.length;
  };
  while (left.length) {
    const near = left.slice(0, AHEAD).map((group) => meet(placed.length, group));
    const least = Math.min(...near);
    const [group] = left.splice(near.indexOf(least), 1);
    placed.splice(least < SIBLINGS ? placed.length : between(group), 0, group);
  }
  return placed.flat();
}

/**
 * The items of one situation together, where the first of them is, in the bank's order: it is read once.
 *
 * @template {Entry} E
 * @param {E[]} rank
 * @param {Entry[]} known
 */
function gathered(rank, known) {
  const places = new Map(known.map(({ item }, place) => [item, place]));
  const placeOf = (/** @type {E} */ { item }) => places.get(item) ?? 0;
  /** @type {Map<string, E[]>} */
  const together = new Map();
  for (const entry of rank) {
    const name = entry.show.context?.scenario ?? entry.item;
    together.set(name, [...(together.get(name) ?? []), entry]);
  }
  return [...together.values()].map((group) =>
    group.sort((one, other) => placeOf(one) - placeOf(other)),
  );
}
