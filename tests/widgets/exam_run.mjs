// Draw papers and report on sittings: node exam_run.mjs < {"plans", "seeds", "counts", "rows", "banks", "shares"}
import { readFileSync } from "node:fs";
import { ask } from "../../src/certlab/app/static/deck/bank.js";
import { freshestSeed, restedPlan } from "../../src/certlab/app/static/exam/fresh.js";
import { intervalOf } from "../../src/certlab/app/static/exam/interval.js";
import { drawPaper } from "../../src/certlab/app/static/exam/paper.js";
import { examReport } from "../../src/certlab/app/static/exam/score.js";
import {
  beginRow,
  firstUnanswered,
  gradedRow,
  nextUlid,
  sittingsIn,
} from "../../src/certlab/app/static/exam/sitting.js";
import { grade } from "../../src/certlab/app/static/grading/grading.js";

const { plans, seeds, counts, seen, rows, banks, ulids, shares, now } = JSON.parse(
  readFileSync(0, "utf-8"),
);
const answered = new Set(["correct", "wrong"]);
const graded = rows.filter(({ outcome }) => answered.has(outcome));
const papers = plans.flatMap((plan) =>
  seeds.flatMap((seed) => counts.map((count) => drawPaper(plan, seed, count))),
);
const rested = plans.map((plan) => restedPlan(plan, graded, now).fields);
const fresh = plans.map((plan) => freshestSeed(plan, seeds, null, new Set(seen)));
const entries = new Map(
  banks.flatMap((bank) => bank.items.map((entry) => [entry.item, { bank, entry }])),
);
const byExam = new Map(plans.map((plan) => [plan.exam, plan]));
const sittings = sittingsIn(rows, byExam, (item) => entries.has(item));
const reports = sittings.map((sitting) => {
  const asked = sitting.paper.asked.map(({ item, seed }) =>
    ask(entries.get(item).bank, entries.get(item).entry, seed),
  );
  const keys = asked.map(({ key }) => key);
  const graded = [...sitting.given]
    .map(([place, row]) => [row, grade(keys[place], row.response)])
    .filter(([, { outcome }]) => outcome !== "invalid")
    .map(([row, verdict]) => gradedRow(row, verdict));
  const { paper, factor, deadline } = sitting;
  return {
    report: examReport(sitting, keys),
    graded,
    place: firstUnanswered(sitting),
    shows: asked.map(({ show }) => show),
    begin: beginRow(paper, paper.minutes, factor, deadline, "lab").response,
  };
});
process.stdout.write(
  JSON.stringify({
    papers,
    fresh,
    rested,
    reports,
    ulids: ulids.map(nextUlid),
    intervals: shares.map(([right, total]) => intervalOf(right, total)),
  }),
);
