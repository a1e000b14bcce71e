/** Prints the verdict of grading.js on each shared vector, as one JSON list. */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , module, vectors] = process.argv;
const { grade, unusable } = await import(pathToFileURL(module));
const { keys, cases } = JSON.parse(readFileSync(vectors, "utf8"));

/** What a widget knows of a question before it is answered. */
function shown(key) {
  return {
    kind: key.kind, options: key.options?.map((id) => ({ id })), select: key.correct?.length,
    units: key.factors && Object.keys(key.factors),
  };
}

console.log(JSON.stringify(cases.map(({ key, response }) =>
  ({ ...grade(keys[key], response), refused: unusable(shown(keys[key]), response) }))));
