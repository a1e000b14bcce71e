// @ts-check
/**
 * Parting an exam's own questions into three papers: the twin of certlab.study.exams.parting,
 * which says why; a test parts both.
 *
 * @import { Candidate, Field, Plan } from "./exams.d.ts"
 * @typedef {{ candidate: Candidate, domain: number, objective: string }} Placed
 * @typedef {Map<string, number>[]} Needs by paper, how many questions each objective still needs
 */

import { chanceNumber } from "./chance.js";

export const PAPERS = 3;
const MOST_STEPS = 20_000; // of the search; a pool that needs more is said not to fit

/**
 * Three papers with so many places for each domain; none where the questions do not carry them.
 *
 * @param {Plan} plan
 * @param {number[]} seats
 * @returns {Placed[][]}
 */
export function partedPapers(plan, seats) {
  /** @type {Needs} */
  const needs = Array.from({ length: PAPERS }, () => new Map());
  const missing = plan.fields.map((field, place) => shareNeeds(field, seats[place], needs));
  return missing.some(Boolean) ? [] : new Search(plan, needs).papers(needs);
}

/**
 * A domain's questions that are kept for exams, by objective.
 *
 * @param {Field} field
 */
function ownOf({ pools }) {
  return pools.map(({ objective, candidates }) => ({
    objective,
    items: candidates.filter(({ kept, fits }) => kept && fits),
  }));
}

/**
 * Say what each paper needs of a domain's objectives; how many places are missing.
 *
 * @param {Field} field
 * @param {number} seats
 * @param {Needs} needs
 */
function shareNeeds(field, seats, needs) {
  const own = ownOf(field);
  const each = Math.floor(seats / own.length);
  const over = seats % own.length;
  const spares = own.map(({ objective, items }) => ({
    objective,
    spare: items.length - PAPERS * each,
  }));
  const more = needs
    .flatMap((_, turn) => spares.filter(({ spare }) => spare > turn))
    .slice(0, PAPERS * over);
  const dealt = spares.flatMap((one) => more.filter((other) => other === one));
  needs.forEach((need, paper) => {
    for (const one of spares) {
      const given = dealt.filter((other, place) => other === one && place % PAPERS === paper);
      need.set(one.objective, each + given.length);
    }
  });
  const short = spares.reduce((sum, { spare }) => sum + Math.max(0, -spare), 0);
  return short + PAPERS * over - more.length;
}

/** Who sits in which paper, those first that hang on others. */
class Search {
  /** @type {Placed[][]} */
  #bound;
  /** @type {Placed[]} */
  #free;
  /** @type {Map<string, number>} */
  #spare;
  /** @type {Placed[][]} */
  #taken;
  /** @type {Needs} */
  #left = [];
  #steps = 0;

  /**
   * @param {Plan} plan
   * @param {Needs} needs
   */
  constructor(plan, needs) {
    const every = plan.fields.flatMap((field) =>
      ownOf(field).flatMap(({ objective, items }) =>
        items.map((candidate) => ({ candidate, domain: field.domain, objective })),
      ),
    );
    const there = new Set(every.map(({ candidate }) => candidate.item));
    const isLoose = (/** @type {Placed[]} */ unit) =>
      unit.length === 1 && !enemiesOf(unit).some((enemy) => there.has(enemy));
    const units = unitsOf(every);
    this.#bound = units.filter((unit) => !isLoose(unit));
    this.#bound.sort((one, other) => other.length - one.length);
    this.#free = units.filter(isLoose).flat();
    this.#spare = new Map(
      [...needs[0].keys()].map((id) => [
        id,
        every.filter(({ objective }) => objective === id).length -
          needs.reduce((sum, need) => sum + (need.get(id) ?? 0), 0),
      ]),
    );
    this.#taken = needs.map(() => []);
  }

  /**
   * What is found, its places filled with those that hang on nothing.
   *
   * @param {Needs} needs
   */
  papers(needs) {
    if (!this.#run(needs)) return [];
    const free = new Map(
      [...needs[0].keys()].map((id) => [id, this.#free.filter((one) => one.objective === id)]),
    );
    this.#left.forEach((need, paper) => {
      for (const [id, count] of need)
        this.#taken[paper].push(...(free.get(id) ?? []).splice(0, count));
    });
    return this.#taken;
  }

  /**
   * Seat one unit after another, going back where it does not work out.
   *
   * @param {Needs} first
   */
  #run(first) {
    let needs = first;
    /** @type {Iterator<Needs, void>[]} */
    const open = [];
    while (open.length < this.#bound.length) {
      this.#steps += 1;
      if (this.#steps > MOST_STEPS) return false;
      open.push(this.#choices(this.#bound[open.length], needs));
      const found = nextOf(open);
      if (!found) return false;
      needs = found;
    }
    this.#left = needs;
    return true;
  }

  /**
   * Seat it in one paper after the other, or in none where there are enough without it; each is
   * undone for the next.
   *
   * @param {Placed[]} unit
   * @param {Needs} needs
   * @returns {Iterator<Needs, void>}
   */
  *#choices(unit, needs) {
    for (const { paper, after } of this.#ways(unit, needs)) {
      this.#taken[paper].push(...unit);
      yield after;
      this.#taken[paper].splice(-unit.length);
    }
    const before = this.#spare;
    const after = new Map(before);
    for (const { objective } of unit) after.set(objective, (after.get(objective) ?? 0) - 1);
    if ([...after].some(([id, spare]) => spare < 0 && spare < (before.get(id) ?? 0))) return;
    this.#spare = after;
    yield needs;
    this.#spare = before;
  }

  /**
   * The papers it may go to, the roomiest first, and what they need after it.
   *
   * @param {Placed[]} unit
   * @param {Needs} needs
   */
  #ways(unit, needs) {
    const enemies = enemiesOf(unit);
    const ways = this.#taken.flatMap((seated, paper) => {
      if ([...seated, ...unit].some(({ candidate }) => enemies.includes(candidate.item))) return [];
      const after = needs.map((need) => new Map(need));
      const swaps = unit.map((one) => seat(one, paper, after));
      if (swaps.includes(null)) return [];
      const room = Math.min(...unit.map(({ objective }) => needs[paper].get(objective) ?? 0));
      return [{ swaps: swaps.filter(Boolean).length, room, paper, after }];
    });
    return ways.sort((one, other) => one.swaps - other.swaps || other.room - one.room);
  }
}

/**
 * The next choice, of the last unit that has one left; null where none has.
 *
 * @param {Iterator<Needs, void>[]} open
 */
function nextOf(open) {
  for (let last = open.at(-1); last; last = open.at(-1)) {
    const { value } = last.next();
    if (value) return value;
    open.pop();
  }
  return null;
}

/**
 * Take a place; true where two papers had to change places for it, null for no way.
 *
 * @param {Placed} one
 * @param {number} paper
 * @param {Needs} needs
 */
function seat({ objective: id }, paper, needs) {
  const need = needs[paper];
  const of = (/** @type {Map<string, number>} */ some, /** @type {string} */ name) =>
    some.get(name) ?? 0;
  const swapped = !of(need, id);
  if (swapped) {
    const other = needs.reduce((most, one) => (of(one, id) > of(most, id) ? one : most));
    const domain = domainOf(id);
    const [given] = [...need.keys()]
      .filter((it) => of(need, it) && domainOf(it) === domain)
      .sort((a, b) => of(need, b) - of(other, b) - (of(need, a) - of(other, a)));
    if (!of(other, id) || !given) return null;
    other.set(id, of(other, id) - 1);
    other.set(given, of(other, given) + 1);
    need.set(given, of(need, given) - 1);
    need.set(id, 1);
  }
  need.set(id, of(need, id) - 1);
  return swapped;
}

/** @param {string} objective */
function domainOf(objective) {
  return objective.slice(0, objective.lastIndexOf("."));
}

/**
 * Questions in their groups by situation, in the order of chance.
 *
 * @param {Placed[]} every
 */
function unitsOf(every) {
  /** @type {Map<string, Placed[]>} */
  const groups = new Map();
  for (const one of every) {
    const name = one.candidate.scenario || one.candidate.item;
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return [...groups]
    .map(([name, unit]) => ({ name, unit, key: chanceNumber(0, name) }))
    .sort((one, other) => one.key - other.key || (one.name < other.name ? -1 : 1))
    .map(({ unit }) => unit);
}

/** @param {Placed[]} unit */
function enemiesOf(unit) {
  return unit.flatMap(({ candidate }) => candidate.enemies);
}
