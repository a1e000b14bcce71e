// Fold histories and order items: node memory_run.mjs < {"histories": [...], "entries": [...], "now": ms}
import { readFileSync } from "node:fs";
import { ranked } from "../../src/certlab/app/static/memory/choose.js";
import { fold, recall } from "../../src/certlab/app/static/memory/memory.js";

const { histories, entries, resets, now } = JSON.parse(readFileSync(0, "utf-8"));
const found = histories.map((rows) => {
  const memories = fold(rows, resets);
  const known = [...memories].map(([item, memory]) => [
    item,
    { ...memory, recall: recall(memory, now) },
  ]);
  return {
    known: Object.fromEntries(known),
    order: ranked(entries, memories, now).map(({ item }) => item),
  };
});
process.stdout.write(JSON.stringify(found));
