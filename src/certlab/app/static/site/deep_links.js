// @ts-check
/**
 * What a link asks for that somebody sends: "?drill=mig,cuda", "?scenario=mig-two-halves" and
 * "?paper=nca-aiio-1". These are the rules alone; linked_drill.js and exam_page.js fetch and draw.
 *
 * @import { Plan } from "../exam/exams.d.ts"
 * @import { Bank } from "../question/items.d.ts"
 * @import { Row } from "../store/rows.d.ts"
 */

import { timeOf } from "../memory/memory.js";

/**
 * The names that an address gives under a key, in small letters and each once.
 *
 * @param {string} search
 * @param {string} key
 */
export function namesIn(search, key) {
  const given = new URLSearchParams(search).getAll(key).flatMap((one) => one.split(","));
  return [...new Set(given.map((one) => one.trim().toLowerCase()).filter(Boolean))];
}

/**
 * The banks of what is named: whole modules, and of the others the items that an exam asks.
 *
 * @param {Bank[]} banks
 * @param {string[]} names of modules and of exams
 */
export function banksNamed(banks, names) {
  const asks = (/** @type {Bank["items"][number]} */ { exams }) =>
    names.some((name) => name in exams);
  return banks
    .map((bank) =>
      names.includes(bank.module) ? bank : { ...bank, items: bank.items.filter(asks) },
    )
    .filter(({ items }) => items.length);
}

/**
 * A scenario's title and its items, in the order of the bank; null where no bank asks it.
 *
 * @param {Bank[]} banks
 * @param {string} id
 */
export function scenarioIn(banks, id) {
  const all = banks.flatMap(({ items }) => items);
  const own = all.filter(({ show }) => show.context?.scenario === id);
  const title = own[0]?.show.context?.title ?? "";
  return own.length ? { title, items: own.map(({ item }) => item) } : null;
}

/**
 * The scenarios that banks ask, by id.
 *
 * @param {Bank[]} banks
 */
export function scenariosOf(banks) {
  const all = banks.flatMap(({ items }) => items.map(({ show }) => show.context?.scenario));
  return [...new Set(all.filter((id) => id !== undefined))];
}

/**
 * Whether a scenario is kept for mock exams.
 *
 * @param {Plan[]} plans
 * @param {string} id
 */
export function isKept(plans, id) {
  const all = plans.flatMap(({ fields }) => fields.flatMap(({ pools }) => pools));
  return all.some(({ candidates }) =>
    candidates.some(({ scenario, kept }) => kept && scenario === id),
  );
}

/**
 * Of some items those that were not answered since a time; all of them where none is left.
 *
 * @param {string[]} items
 * @param {Pick<Row, "item" | "at">[]} rows
 * @param {number} since
 */
export function openItems(items, rows, since) {
  const answered = new Set(rows.filter(({ at }) => timeOf(at) >= since).map(({ item }) => item));
  const open = items.filter((id) => !answered.has(id));
  return open.length ? open : items;
}

/**
 * The exam and the seed that the name of a paper gives, "nca-aiio-1"; null where there is no such exam.
 *
 * @param {string} name
 * @param {Pick<Plan, "exam" | "code" | "alias">[]} plans
 */
export function paperNamed(name, plans) {
  const [, code, number] = /^(.+)-(\d{1,4})$/.exec(name) ?? [];
  const plan = plans.find(({ exam, alias }) =>
    [exam, ...alias].some((one) => one.toLowerCase() === code),
  );
  return plan ? { exam: plan.exam, code: plan.code, seed: Number(number) } : null;
}

/**
 * The names of papers that may have been meant, by the exams whose names are near.
 *
 * @param {string} name
 * @param {string[]} near
 */
export function papersNear(name, near) {
  const [number = "1"] = /(?<!\d)\d{1,4}$/.exec(name) ?? []; // of a longer one there is no paper
  return near.map((exam) => `${exam}-${number}`);
}
