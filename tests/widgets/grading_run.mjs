/**
 * Prints what grading.js says of cases read from stdin, as one JSON list.
 *
 * A case is { key, response } and, where a compiled question is asked, its { show }.
 */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , module] = process.argv;
const { grade, unusable } = await import(pathToFileURL(module));
const cases = JSON.parse(readFileSync(0, "utf8"));

const entries = (ids) => ids?.map((id) => ({ id }));

/** What a widget knows of a question before it is answered, and that has to be enough. */
const SHOWN = {
  single: ({ options }) => ({ options: entries(options) }),
  multi: ({ options, correct }) => ({ options: entries(options), select: correct.length }),
  numeric: ({ factors, nouns }) => ({ units: Object.keys(factors), nouns }),
  order: ({ options }) => ({ steps: entries(options) }),
  match: ({ left, options }) => ({ left: entries(left), right: entries(options) }),
  cloze: ({ gaps }) => ({ gaps: gaps.map(({ id, number }) => ({ id, number })) }),
  command: ({ may }) => ({ may }),
  card: () => ({}),
};

console.log(
  JSON.stringify(
    cases.map(({ key, show, response }) => {
      const known = show ?? { kind: key.kind, ...SHOWN[key.kind](key) };
      return { ...grade(key, response), refused: unusable(known, response) };
    }),
  ),
);
