// @ts-check
/**
 * A bank of questions, as certlab.study.bank compiles it, and one question of it as asked once.
 *
 * @import { Bank, BankItem, Feedback, Question } from "../question/items.d.ts"
 */

/** @type {Omit<Feedback, "sources" | "asked" | "report">} */
const NO_FEEDBACK = {
  whys: {},
  correct: null,
  working: "",
  answer: "",
  back: "",
  section: null,
  explain: "",
  exam_era: "",
  current: "",
  order: [],
  pairs: {},
  accepted: {},
};

/**
 * How many variants an entry has.
 *
 * @param {BankItem} entry
 */
function variantsOf(entry) {
  return entry.variants?.length ?? 1;
}

/**
 * An entry as it is asked; `seed` counts the times it was asked.
 *
 * @param {Pick<Bank, "sources" | "report">} bank
 * @param {BankItem} entry
 * @param {number} seed
 * @returns {Question}
 */
export function ask(bank, entry, seed) {
  const { item, rev, kind } = entry;
  const turn = seed % variantsOf(entry);
  const variant = entry.variants?.[turn] ?? {};
  const show = { item, kind, ...entry.show, ...variant.show };
  const key = { kind, ...entry.key, ...variant.key };
  if (variant.order) {
    const options = variant.order.map((place) => (entry.show.options ?? [])[place]);
    Object.assign(show, { options });
    Object.assign(key, { options: options.map(({ id }) => id) });
  }
  const { sources, ...rest } = { ...entry.feedback, ...variant.feedback };
  const feedback = {
    ...NO_FEEDBACK,
    ...rest,
    sources: (sources ?? []).map((number) => bank.sources[number]),
    asked: { rev, seed: turn },
    report: bank.report,
  };
  // What a bank holds of a kind, its compiler says.
  return /** @type {any} */ ({ item, rev, kind, seed: turn, show, key, feedback });
}
