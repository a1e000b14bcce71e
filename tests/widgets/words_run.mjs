/** Runs calls read from stdin in one language, one scope: { lang, words, calls: [[module, name, arguments]] }. */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , folder] = process.argv;
const { calls, lang, words } = JSON.parse(readFileSync(0, "utf8"));
const load = (name) => import(pathToFileURL(`${folder}/${name}.js`));
(await load("words")).setWords(words, lang);

const said = [];
for (const [module, name, values] of calls)
  said.push((await load(module))[name](...values) ?? null);
console.log(JSON.stringify(said));
