// @ts-check
/**
 * A paper: the questions of one mock exam, drawn by the blueprint's weights and a seed.
 *
 * The twin of certlab.study.exams.paper, which says why; a test draws both. A plan is a
 * Blueprint of there as JSON.
 */

import { SITTING, timeOf } from "../memory/memory.js";
import { parted } from "../memory/order.js";
import { chanceNumber } from "./chance.js";

const BANK_VARIANTS = 6; // certlab.study.bank.VARIANTS

export const SHORT = 10; // questions of a short paper

/**
 * { exam, code, seed, asked: [{ item, rev, seed, domain }], seats, minutes, official, total_weight }.
 *
 * @param {any} plan
 * @param {number} seed
 * @param {number | null} count
 */
export function drawPaper(plan, seed, count = null) {
  let paper = seated(plan, seed, count ?? plan.questions);
  if (count === null) return paper;
  for (let seats = count; paper.asked.length < count && seats < plan.most; ) {
    seats += 1;
    paper = seated(plan, seed, seats);
  }
  return paper;
}

/** A paper with so many seats, shared out by weight. */
function seated(plan, seed, places) {
  const weights = plan.fields.map(({ weight }) => weight);
  const wanted = shareOut(weights, places);
  const drawn = new Map();
  const seats = plan.fields.map(({ domain, name, weight, candidates }, place) => {
    const before = drawn.size;
    for (const one of inTurn(candidates, seed, wanted[place])) {
      if (drawn.size - before === wanted[place]) break;
      if (!one.enemies.some((enemy) => drawn.has(enemy))) drawn.set(one.item, { ...one, domain });
    }
    return { domain, name, weight, wanted: wanted[place], filled: drawn.size - before };
  });
  return {
    exam: plan.exam,
    code: plan.code,
    seed,
    asked: inOrder([...drawn.values()], seed).map(({ item, rev, domain }) => ({
      item,
      rev,
      seed: chanceNumber(seed, `variant:${item}`) % BANK_VARIANTS,
      domain,
    })),
    seats,
    minutes: Math.ceil((plan.minutes * drawn.size) / plan.questions),
    official: plan.questions,
    total_weight: weights.reduce((sum, weight) => sum + weight, 0),
  };
}

/** Whole numbers in proportion to weights: largest remainders, ties to the first. */
export function shareOut(weights, count) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const found = weights.map((weight) => Math.floor((weight * count) / total));
  const rest = (place) => (weights[place] * count) % total;
  const order = [...weights.keys()].sort((one, other) => rest(other) - rest(one) || one - other);
  const left = count - found.reduce((sum, seats) => sum + seats, 0);
  for (const place of order.slice(0, left)) found[place] += 1;
  return found;
}

/** The seed among some whose paper has fewest items that were answered before. */
export function freshestSeed(plan, seeds, count, seen) {
  const known = (seed) =>
    drawPaper(plan, seed, count).asked.filter(({ item }) => seen.has(item)).length;
  return seeds
    .map((seed) => ({ seed, known: known(seed) }))
    .reduce((best, one) => (one.known < best.known ? one : best)).seed;
}

/** The plan without what was answered wrong in the sitting before; a domain with nothing else keeps it. */
export function restedPlan(plan, rows, now) {
  const wrong = new Set(
    rows
      .filter(({ outcome, at }) => outcome === "wrong" && now - timeOf(at) < SITTING)
      .map(({ item }) => item),
  );
  const fields = plan.fields.map((field) => {
    const others = field.candidates.filter(({ item }) => !wrong.has(item));
    return others.length ? { ...field, candidates: others } : field;
  });
  return { ...plan, fields };
}

function inTurn(candidates, seed, places) {
  const ranked = byNumbers(candidates, (one) => [chanceNumber(seed, one.item)]);
  const kept = ranked.filter((one) => one.kept);
  const half = Math.floor((places + 1) / 2);
  return [...kept.slice(0, half), ...ranked.filter((one) => !one.kept), ...kept.slice(half)];
}

/** Mixed over the domains, siblings apart, the items of one situation together. */
function inOrder(drawn, seed) {
  const mixed = byNumbers(drawn, ({ item, scenario }) => [
    chanceNumber(seed, `place:${scenario || item}`),
    chanceNumber(seed, item),
  ]);
  const together = new Map();
  for (const one of mixed) {
    const name = one.scenario || one.item;
    together.set(name, [...(together.get(name) ?? []), one]);
  }
  return parted([...together.values()], shared);
}

/** How much two questions share; see kinship in ../memory/order.js. */
function shared(one, other) {
  const names = one.kin.filter((name) => other.kin.includes(name));
  return 2 * names.length + Number(one.module === other.module);
}

function byNumbers(candidates, numbers) {
  const keyed = candidates.map((one) => ({ one, key: numbers(one) }));
  const compare = (a, b) =>
    a.key.map((value, n) => value - b.key[n]).find(Boolean) ?? (a.one.item < b.one.item ? -1 : 1);
  return keyed.sort(compare).map(({ one }) => one);
}
