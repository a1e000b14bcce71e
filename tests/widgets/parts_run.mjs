// What a deck asks from whole banks, and from their outlines, whose parts are fetched as it goes on:
// node parts_run.mjs < {"rows", "whole", "outlines", "parts": {"module/0": {...}}, "kinds", "count", "missing"}
import { readFileSync } from "node:fs";
import { StoredModel } from "../../src/certlab/app/static/deck/model.js";

const { rows, whole, outlines, parts, missing, ...more } = JSON.parse(readFileSync(0, "utf-8"));
const given = { title: "", pages: "", surface: "site", ...more };
const store = { all: async () => rows, add: async (row) => row };
console.warn = () => {}; // what is missing is missing on purpose
const refused = new Set(missing); // numbers of requests that are not answered
const fetched = [];
const part = async (module, number) => {
  const name = `${module}/${number}`;
  fetched.push(name);
  if (refused.has(fetched.length)) throw new Error(name);
  return parts[name];
};
const settled = () => new Promise((done) => setTimeout(done));

/** Go on to each question in turn; what is shown then, and when it was missing once more. */
async function walk(deck) {
  await deck.begin();
  const shown = [];
  for (let at = 0; at < deck.get("questions").length; at += 1) {
    deck.set("at", at);
    await settled();
    shown.push(deck.get("questions")[at]);
    if (!shown.at(-1).waits) continue;
    deck.send({ type: "answer", round: 0, index: at, response: "", confidence: null });
    deck.send({ type: "bring", round: 0, index: at });
    await settled();
    shown.push(deck.get("questions")[at]);
  }
  return shown;
}

const plain = await walk(new StoredModel(store, { ...given, banks: whole }));
const first = new StoredModel(store, { ...given, banks: outlines, part });
await first.begin();
const atFirst = [...fetched];
first.take({ answers: {} }); // an answer is in, and its verdict is read
await settled();
const ahead = fetched.slice(atFirst.length);
fetched.length = 0;
const lazy = await walk(new StoredModel(store, { ...given, banks: outlines, part }));
process.stdout.write(JSON.stringify({ plain, lazy, atFirst, ahead }));
