/** The steps of labs that are described here, as a learner's window would draw them. */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const at = (name) => import(new URL(name, pathToFileURL(process.argv[2])).href);
const { minutesLeft, nextOf, sayProgress, stepsOf, titleOf } = await at("lab_steps.js");
const { codeKind, digest, foldedWords, restOf, waiting } = await at("lab_code.js");

/** Of a case: the cells, what is done, where one stands, which cells have run. */
function told({ cells, done = [], current = 0, ran = [], minutes = 30 }) {
  const facts = cells.map((cell) => ({ tags: [], edited: false, shows: false, ...cell }));
  const steps = stepsOf(facts);
  const made = new Set(done);
  const has = ({ id }) => ran.includes(id);
  const ids = (places) => places.map((place) => facts[place].id);
  return {
    steps: steps.map(({ kind, key, title, at, act, until }) => [kind, key, title, at, act, until]),
    titles: steps.map((_, place) => titleOf(steps, place, made)),
    left: minutesLeft(steps, made, minutes),
    says: sayProgress(steps, made, minutes),
    next: nextOf(steps, made, current, (step) => !waiting(facts, step, has).length),
    waits: steps.map((step) => ids(waiting(facts, step, has))),
    rest: steps.map((step) => ids(restOf(facts, step, has))),
    kinds: facts.map((_, place) => codeKind(facts, place)),
  };
}

const { cases, texts, folded } = JSON.parse(readFileSync(0, "utf-8"));
const found = Object.fromEntries(Object.entries(cases).map(([name, one]) => [name, told(one)]));
const lines = folded.map(([kind, source, seconds]) =>
  foldedWords(kind, source, seconds ?? undefined),
);
console.log(JSON.stringify({ found, digests: texts.map(digest), lines }));
