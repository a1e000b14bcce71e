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
 * @property {Set<string>} tells what it gives away, and its section by whether it is a card
 * @property {Set<string>} hears what it must not stand near to
 */

const DAY = 86_400_000; // milliseconds, certlab.study.item_order.A_DAY
const AHEAD = 24; // places down the list at which another item is looked for
const BACK = 200; // places up the list at which a place between strangers is looked for
const SIBLINGS = 2; // what two items share from here on makes them siblings
const ANSWERS = 1000; // more than any two share
const BETWEEN = 4; // other items at least between two that answer each other

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
  const { asked, waiting } = turns(ranks, known, memories, now);
  return [...asked, ...waiting];
}

/**
 * The same, with what waits because a day has not passed by itself.
 *
 * @template {Entry} E
 * @param {E[][]} ranks
 * @param {Entry[]} known
 * @param {Map<string, Memory>} memories
 * @param {number} now
 * @returns {{ asked: E[], waiting: E[] }}
 */
export function turns(ranks, known, memories, now) {
  const kin = new Map(known.map((entry) => [entry.item, kinOf(entry)]));
  const own = (/** @type {Entry} */ entry) => kin.get(entry.item) ?? kinOf(entry);
  const shared = (/** @type {E} */ one, /** @type {E} */ other) => kinship(own(one), own(other));
  /** @type {{ cards: Set<string>, questions: Set<string> }} */
  const met = { cards: new Set(), questions: new Set() };
  const meet = (/** @type {Kin} */ { card, givesAway }) => {
    const names = card ? met.cards : met.questions;
    for (const name of givesAway) names.add(name);
  };
  /** @type {Set<string>} */
  const recent = new Set();
  const isMet = (/** @type {E} */ entry) => {
    const { card, givesAway } = own(entry);
    if (count(givesAway, card ? met.questions : met.cards)) return true;
    if (!card || recent.has(entry.item)) return false; // one that comes again is no stranger
    return count(new Set([...givesAway].filter((name) => name !== entry.item)), met.cards) > 0;
  };
  for (const [item, one] of kin) {
    const memory = memories.get(item);
    if (!memory || now - memory.counted >= DAY) continue;
    recent.add(item);
    meet(one);
  }
  const near = (/** @type {E[]} */ some, /** @type {E[]} */ others) =>
    some.some((one) => others.some((other) => count(own(one).hears, own(other).tells)));
  /** @type {E[]} */
  const asked = [];
  /** @type {E[][]} */
  const waiting = [];
  for (const rank of ranks) {
    /** @type {E[][]} */
    const free = [];
    for (const group of gathered(rank, known)) {
      if (group.some(isMet)) waiting.push(group);
      else {
        free.push(group);
        group.map(own).forEach(meet);
      }
    }
    asked.push(...parted(free, shared, asked.slice(-BETWEEN), near));
  }
  return { asked, waiting: parted(waiting, shared, asked.slice(-BETWEEN), near) };
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
  const section = anchor ? [`${module}#${anchor}`] : [];
  const names = new Set([...givesAway, show.objective, ...section]);
  const card = kind === "card";
  const cards = section.map((one) => `c ${one}`);
  const questions = section.map((one) => `q ${one}`);
  const tells = new Set([...givesAway, ...(card ? cards : questions)]);
  const hears = new Set([...givesAway, ...cards, ...(card ? questions : [])]);
  return { module, card, givesAway, names, tells, hears };
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
 * Each place takes, of the next groups, the first that shares least with the last item and answers none of the last few; a sibling goes back to the last place between strangers.
 *
 * @template One
 * @param {One[][]} groups
 * @param {(one: One, other: One) => number} shared
 * @param {One[]} before what was asked before the first
 * @param {(some: One[], others: One[]) => boolean} near whether some answer any of others
 * @returns {One[]}
 */
export function parted(groups, shared, before = [], near = () => false) {
  const left = [...groups];
  const placed = before.map((one) => [one]);
  const fewBefore = (/** @type {number} */ place) =>
    placed
      .slice(Math.max(0, place - BETWEEN), place)
      .flat()
      .slice(-BETWEEN);
  /** How much speaks against a place: what is shared, and more than any sharing if it answers the few before. */
  const meet = (/** @type {number} */ place, /** @type {One[]} */ group) => {
    const few = fewBefore(place);
    if (!few.length) return 0;
    return (near(group, few) ? ANSWERS : 0) + shared(few[few.length - 1], group[0]);
  };
  const isFree = (/** @type {number} */ place, /** @type {One[]} */ group) => {
    const later = placed
      .slice(place, place + BETWEEN)
      .flat()
      .slice(0, BETWEEN);
    return (
      meet(place, group) < SIBLINGS &&
      shared(group[group.length - 1], later[0]) < SIBLINGS &&
      !near(group, later)
    );
  };
  const between = (/** @type {One[]} */ group) => {
    const first = Math.max(before.length, placed.length - BACK + 1);
    for (let place = placed.length - 1; place >= first; place -= 1)
      if (isFree(place, group)) return place;
    return placed.length;
  };
  while (left.length) {
    const met = left.slice(0, AHEAD).map((group) => meet(placed.length, group));
    const least = Math.min(...met);
    const [group] = left.splice(met.indexOf(least), 1);
    placed.splice(least < SIBLINGS ? placed.length : between(group), 0, group);
  }
  return placed.slice(before.length).flat();
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
