// The questions that a deck deals, before and after all of it was known: node deal_run.mjs < {rows, ...given}
import { readFileSync } from "node:fs";
import { StoredModel } from "../../src/certlab/app/static/deck/model.js";
import { newUlid, stamp } from "../../src/certlab/app/static/store/answers.js";

const { rows, ...given } = JSON.parse(readFileSync(0, "utf-8"));
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
for (const index of dealt.keys()) {
  if (dealt[index].kind !== "card") break;
  const answered = new Promise((done) => deck.on("change:answers", done));
  deck.send({ type: "answer", round: 0, index, response: "known", confidence: null });
  await answered;
}
process.stdout.write(JSON.stringify([dealt, deck.get("questions")]));
