/** Prints what answers.js makes of each shared line, as one JSON list. */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , module, vectors] = process.argv;
const { fromLine, toLine } = await import(pathToFileURL(module));
const { lines } = JSON.parse(readFileSync(vectors, "utf8"));

console.log(
  JSON.stringify(
    lines.map(({ line }) => {
      try {
        return { out: toLine(fromLine(line === "@long" ? "x".repeat(2 ** 20 + 1) : line)) };
      } catch (error) {
        return { says: error.message };
      }
    }),
  ),
);
