// The questions that a deck deals before and after its cards were graded, all known where no responses are given,
// and how many come again after each: node deal_run.mjs < {rows, responses, ...given}
import { readFileSync } from "node:fs";
import { StoredModel } from "../../src/certlab/app/static/deck/model.js";
import { newUlid, stamp } from "../../src/certlab/app/static/store/answers.js";

const { rows, responses = [], ...given } = JSON.parse(readFileSync(0, "utf-8"));
const store = {
  all: async () => rows,
  add: async (row) => {
    const at = stamp();
    rows.push({ ...row, at, ulid: newUlid(Date.parse(at)) });
    return rows.at(-1);
  },
};
const deck = new StoredModel(store, { title: "", pages: "", surface: "lab", ...given });
await deck.begin();
const dealt = deck.get("questions");
const left = [];
for (let index = 0; deck.get("questions")[index]?.kind === "card"; index += 1) {
  const answered = new Promise((done) => deck.on("change:answers", done));
  const response = responses[index] ?? "known";
  deck.send({ type: "answer", round: 0, index, response, confidence: null });
  await answered;
  left.push(deck.get("left"));
}
process.stdout.write(JSON.stringify([dealt, deck.get("questions"), left]));
