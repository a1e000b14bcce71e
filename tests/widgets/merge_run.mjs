// Merge texts into a browser's store: node merge_run.mjs < {"cases": [[text, ...], ...], "plans", "banks", "resets"}
import { readFileSync } from "node:fs";
import { ask } from "../../src/certlab/app/static/deck/bank.js";
import { examReport } from "../../src/certlab/app/static/exam/score.js";
import { sittingsIn } from "../../src/certlab/app/static/exam/sitting.js";
import { fold } from "../../src/certlab/app/static/memory/memory.js";
import { Store } from "../../src/certlab/app/static/store/store.js";
import { TabMemory } from "../../src/certlab/app/static/store/tab_memory.js";

const { cases, plans, banks, resets } = JSON.parse(readFileSync(0, "utf-8"));
const byExam = new Map(plans.map((plan) => [plan.exam, plan]));
const entries = new Map(
  banks.flatMap((bank) => bank.items.map((entry) => [entry.item, { bank, entry }])),
);
const keyOf = ({ item, seed }) => ask(entries.get(item).bank, entries.get(item).entry, seed).key;

const found = [];
for (const [number, texts] of cases.entries()) {
  const store = new Store(
    { listeners: new Set(), channel: null },
    new TabMemory(`case-${number}`),
    "",
  );
  const merged = [];
  for (const text of texts) merged.push(await store.merge(text));
  const sittings = sittingsIn(await store.rows(), byExam, (item) => entries.has(item)).filter(
    ({ ended }) => ended,
  );
  found.push({
    merged,
    lines: await store.lines(),
    answers: (await store.all()).map(({ ulid }) => ulid),
    known: Object.fromEntries(fold(await store.all(), resets)),
    reports: sittings.map((sitting) => examReport(sitting, sitting.paper.asked.map(keyOf))),
  });
}
process.stdout.write(JSON.stringify(found));
