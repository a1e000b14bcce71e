/** Runs what a page reckons with: see page_rules.py. */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [source, module] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(`${source}/${path}`).href);
const { words, lang, cases } = JSON.parse(readFileSync(0, "utf8"));
(await load("app/static/words.js")).setWords(words, lang);
const rules = await load(module);

/** The traits of a model at its beginning and after each message. */
function walk({ make, begin, messages, traits }) {
  const model = new rules[make](...begin);
  const now = () => Object.fromEntries(traits.map((name) => [name, model.get(name)]));
  const after = (message) => {
    model.send(message);
    return now();
  };
  return [now(), ...messages.map(after)];
}

const answer = (one) => (one.make ? walk(one) : rules[one.call](...one.with));
console.log(JSON.stringify(await Promise.all(cases.map(answer))));
