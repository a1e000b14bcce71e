// Draw the three papers of exams: node papers_run.mjs < {"plans"}
import { readFileSync } from "node:fs";
import { drawPaper, hasPapers } from "../../src/certlab/app/static/exam/paper.js";

const { plans } = JSON.parse(readFileSync(0, "utf-8"));
const found = plans.map((plan) => ({
  papers: [1, 2, 3].map((number) => drawPaper(plan, number)),
  has: hasPapers(plan),
}));
process.stdout.write(JSON.stringify(found));
