/** Prints what grading.js says of hostile cases from stdin; see tests/study/hostile.py. */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , module] = process.argv;
const { grade } = await import(pathToFileURL(module));
const cases = JSON.parse(readFileSync(0, "utf8"));

/** What was sent, with its long texts in full. */
function whole(told) {
  if (typeof told !== "object" || told === null) return told;
  if (Array.isArray(told)) return told.map(whole);
  if (Object.hasOwn(told, "$repeat")) {
    const [before, what, times, behind] = told.$repeat;
    return before + what.repeat(times) + behind;
  }
  return Object.fromEntries(Object.entries(told).map(([name, one]) => [name, whole(one)]));
}

function nested(depth) {
  let inner = "a";
  for (let number = 0; number < depth; number += 1)
    inner = number % 2 ? [inner] : { number: inner };
  return inner;
}

/** What no request can hold, but a program may. */
function noJson() {
  const circle = [];
  circle.push(circle);
  const ring = {};
  Object.assign(ring, { number: ring, unit: ring, a: ring });
  const odd = [Number.NaN, Number.POSITIVE_INFINITY, undefined, 1n, Symbol("a"), () => "a"];
  const deep = [circle, ring, nested(50_000), Object.create(null), new Map(), new Array(1e9)];
  return [...odd, ...deep, ...[...odd, ...deep].map((one) => ({ number: one, unit: one, a: one }))];
}

const told = cases.map(({ key, response }) => {
  const { outcome, score, say, parts } = grade(key, whole(response));
  return [outcome, score, say, parts];
});
for (const text of new Set(cases.map(({ key }) => JSON.stringify(key)))) {
  for (const response of noJson()) {
    if (grade(JSON.parse(text), response).outcome === "correct") throw new Error(text);
  }
}
process.stdout.write(JSON.stringify(told));
