// @ts-check
/**
 * A paper: the questions of one mock exam, drawn by the blueprint's weights and a seed.
 *
 * The twin of certlab.study.exams.drawing, which says why; a test draws both. A plan is a
 * Blueprint of there as JSON.
 *
 * @import { Candidate, Drawn, Field, Lack, Paper, Plan, Pool } from "./exams.d.ts"
 * @typedef {Candidate & { domain: number }} DrawnItem
 */

import { parted } from "../memory/order.js";
import { chanceNumber } from "./chance.js";
import { PAPERS, partedPapers } from "./parting.js";

const BANK_VARIANTS = 6; // certlab.study.bank.VARIANTS
const PART = 100 / 3; // percent that cannot be asked, from which a paper is a part-paper

export const SHORT = 10; // questions of a short paper

/**
 * As many questions as asked for, where the plan has them; with null the seats of the official exam.
 * Where an exam has three papers, the seeds 1 to 3 draw these.
 *
 * @param {Plan} plan
 * @param {number} seed
 * @param {number | null} count
 */
export function drawPaper(plan, seed, count = null) {
  if (count === null) return numbered(plan, seed) ?? seated(plan, seed, plan.questions);
  let paper = seated(plan, seed, count);
  for (let seats = count; paper.asked.length < count && seats < plan.most; ) {
    seats += 1;
    paper = seated(plan, seed, seats);
  }
  return paper;
}

/**
 * A paper with so many seats, shared out by weight.
 *
 * @param {Plan} plan
 * @param {number} seed
 * @param {number} places
 * @returns {Paper}
 */
function seated(plan, seed, places) {
  const wanted = placesOf(plan, places);
  /** @type {Map<string, DrawnItem>} */
  const drawn = new Map();
  const seats = plan.fields.map((field, place) => {
    const before = drawn.size;
    const lacks = fill(field, seed, wanted[place], drawn);
    return seatsOf(field, wanted[place], drawn.size - before, lacks);
  });
  return paperOf(plan, seed, [...drawn.values()], seats);
}

/**
 * Whether an exam has three papers.
 *
 * @param {Plan} plan
 */
export function hasPapers(plan) {
  return partedPapers(plan, placesOf(plan, plan.questions)).length > 0;
}

/**
 * One of the three papers; null where there is none of this number.
 *
 * @param {Plan} plan
 * @param {number} number
 */
function numbered(plan, number) {
  if (number < 1 || number > PAPERS) return null;
  const places = placesOf(plan, plan.questions);
  const placed = partedPapers(plan, places)[number - 1];
  if (!placed) return null;
  const drawn = placed.map(({ candidate, domain }) => ({ ...candidate, domain }));
  const seats = plan.fields.map((field, n) => seatsOf(field, places[n], places[n], []));
  return { ...paperOf(plan, number, drawn, seats), number };
}

/**
 * How many of so many places each domain has.
 *
 * @param {Plan} plan
 * @param {number} count
 */
function placesOf({ fields }, count) {
  return shareOut(
    fields.map(({ weight }) => weight),
    count,
  );
}

/**
 * @param {Field} field
 * @param {number} wanted
 * @param {number} filled
 * @param {Lack[]} lacks
 */
function seatsOf({ domain, name, weight, pools }, wanted, filled, lacks) {
  return { domain, name, weight, wanted, filled, objectives: pools.length, lacks };
}

/**
 * @param {Plan} plan
 * @param {number} seed
 * @param {DrawnItem[]} drawn
 * @param {Paper["seats"]} seats
 * @returns {Paper}
 */
function paperOf(plan, seed, drawn, seats) {
  return {
    exam: plan.exam,
    code: plan.code,
    seed,
    asked: inOrder(drawn, seed).map(({ item, rev, domain }) => ({
      item,
      rev,
      seed: chanceNumber(seed, `variant:${item}`) % BANK_VARIANTS,
      domain,
    })),
    seats,
    minutes: Math.ceil((plan.minutes * drawn.length) / plan.questions),
    official: plan.questions,
    total_weight: plan.fields.reduce((sum, { weight }) => sum + weight, 0),
    publisher: plan.publisher,
    number: 0,
  };
}

/**
 * What the objectives without a question that could be drawn are, in percent of the exam.
 *
 * @param {Drawn} paper
 */
export function unaskedPercent({ seats, total_weight }) {
  const parts = seats
    .filter(({ lacks }) => lacks.length)
    .map(
      ({ weight, lacks, objectives }) =>
        (weight * lacks.filter(({ filled }) => !filled).length) / objectives,
    );
  return (100 * parts.reduce((sum, part) => sum + part, 0)) / total_weight;
}

/**
 * Whether so much cannot be asked that it is part of a paper only.
 *
 * @param {Drawn} paper
 */
export function isPartPaper(paper) {
  return unaskedPercent(paper) >= PART;
}

/**
 * Whole numbers in proportion to weights: largest remainders, ties to the first.
 *
 * @param {number[]} weights
 * @param {number} count
 */
function shareOut(weights, count) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const found = weights.map((weight) => Math.floor((weight * count) / total));
  const rest = (/** @type {number} */ place) => (weights[place] * count) % total;
  const order = [...weights.keys()].sort((one, other) => rest(other) - rest(one) || one - other);
  const left = count - found.reduce((sum, seats) => sum + seats, 0);
  for (const place of order.slice(0, left)) found[place] += 1;
  return found;
}

/**
 * Draw for a domain, round by round over its objectives; what those lack.
 *
 * @param {Field} field
 * @param {number} seed
 * @param {number} places
 * @param {Map<string, DrawnItem>} drawn
 * @returns {Lack[]}
 */
function fill({ domain, pools }, seed, places, drawn) {
  const turns = byNumbers(pools, ({ objective }) => [chanceNumber(seed, objective)]);
  const own = turns.map(({ objective, candidates }) => ({
    objective,
    ranked: byNumbers(
      candidates.filter(({ fits }) => fits),
      ({ item }) => [chanceNumber(seed, item)],
    ),
    wanted: Math.floor(places / pools.length),
    had: 0,
  }));
  const each = Math.floor(places / pools.length);
  let over = places % pools.length;
  let [kept, taken] = [0, 0];
  for (let turn = 0; turn <= each; turn += 1) {
    for (const one of own) {
      if (turn === each && !over) break;
      const next = nextOf(one.ranked, drawn, 2 * kept <= taken);
      if (!next) continue;
      drawn.set(next.item, { ...next, domain });
      kept += Number(next.kept);
      taken += 1;
      one.had += 1;
      if (turn === each) {
        one.wanted += 1; // of what is over
        over -= 1;
      }
    }
  }
  const unfilled = own.filter(({ wanted }) => wanted === each).slice(0, over);
  for (const one of unfilled) one.wanted += 1;
  const lacking = own.filter(({ ranked, wanted, had }) => had < wanted || !ranked.length);
  return pools.flatMap((pool) =>
    lacking
      .filter(({ objective }) => objective === pool.objective)
      .map(({ objective, wanted, had }) => ({ objective, wanted, filled: had })),
  );
}

/**
 * The next that may be asked, if there is one from those kept for exams, or not.
 *
 * @param {Candidate[]} ranked
 * @param {Map<string, DrawnItem>} drawn
 * @param {boolean} kept
 */
function nextOf(ranked, drawn, kept) {
  const free = ranked.filter(
    ({ item, enemies }) => !drawn.has(item) && !enemies.some((enemy) => drawn.has(enemy)),
  );
  return free.find((one) => one.kept === kept) ?? free[0] ?? null;
}

/**
 * Mixed over the domains, siblings apart, the items of one situation together.
 *
 * @param {DrawnItem[]} drawn
 * @param {number} seed
 */
function inOrder(drawn, seed) {
  const mixed = byNumbers(drawn, ({ item, scenario }) => [
    chanceNumber(seed, `place:${scenario || item}`),
    chanceNumber(seed, item),
  ]);
  /** @type {Map<string, DrawnItem[]>} */
  const together = new Map();
  for (const one of mixed) {
    const name = one.scenario || one.item;
    together.set(name, [...(together.get(name) ?? []), one]);
  }
  return parted([...together.values()], shared);
}

/**
 * How much two questions share; see kinship in ../memory/order.js.
 *
 * @param {Candidate} one
 * @param {Candidate} other
 */
function shared(one, other) {
  const names = one.kin.filter((name) => other.kin.includes(name));
  return 2 * names.length + Number(one.module === other.module);
}

/**
 * Items or objectives in the order of their numbers.
 *
 * @template {{ item?: string, objective?: string }} One
 * @param {One[]} some
 * @param {(one: One) => number[]} numbers
 */
function byNumbers(some, numbers) {
  const name = (/** @type {One} */ { item, objective }) => item ?? objective ?? "";
  const keyed = some.map((one) => ({ one, key: numbers(one), name: name(one) }));
  return keyed
    .sort(
      (a, b) =>
        a.key.map((value, n) => value - b.key[n]).find(Boolean) ?? (a.name < b.name ? -1 : 1),
    )
    .map(({ one }) => one);
}
