// @ts-check
/** A bank of questions, as certlab.study.bank compiles it, and one question of it as asked once. */

const NO_FEEDBACK = {
  whys: {},
  correct: null,
  working: "",
  answer: "",
  back: "",
  section: null,
  sources: [],
  explain: "",
  exam_era: "",
  current: "",
  order: [],
  pairs: {},
  accepted: {},
};

/** How many variants an entry has. */
function variantsOf(entry) {
  return entry.variants?.length ?? 1;
}

/** { item, rev, kind, seed, show, key, feedback } of an entry; `seed` counts the times it was asked. */
export function ask(bank, entry, seed) {
  const { item, rev, kind } = entry;
  const variant = entry.variants?.[seed % variantsOf(entry)] ?? {};
  const show = { item, kind, ...entry.show, ...variant.show };
  const key = { kind, ...entry.key, ...variant.key };
  if (variant.order) {
    show.options = variant.order.map((place) => entry.show.options[place]);
    key.options = show.options.map((option) => option.id);
  }
  const feedback = { ...NO_FEEDBACK, ...entry.feedback, ...variant.feedback };
  feedback.sources = feedback.sources.map((number) => bank.sources[number]);
  feedback.asked = { rev, seed: seed % variantsOf(entry) };
  feedback.report = bank.report;
  return { item, rev, kind, seed: feedback.asked.seed, show, key, feedback };
}
