// What comes again after histories: node repeats_run.mjs < {"histories": [...], "resets": {}, "now": ms}
import { readFileSync } from "node:fs";
import { fold, isRepeat } from "../../src/certlab/app/static/memory/memory.js";
import {
  readyRepeats,
  repeatsOf,
  waitingRepeats,
} from "../../src/certlab/app/static/memory/repeats.js";

const { histories, resets, now } = JSON.parse(readFileSync(0, "utf-8"));
const found = histories.map((rows) => {
  const repeats = [...fold(rows, resets)]
    .filter(([, memory]) => isRepeat(memory, now))
    .map(([item]) => item);
  const all = repeatsOf(rows, resets);
  const waiting = waitingRepeats(all, now).sort();
  return { ready: readyRepeats(all, now), waiting, repeats: repeats.sort() };
});
process.stdout.write(JSON.stringify(found));
