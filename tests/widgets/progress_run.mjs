// The page of progress by histories: node progress_run.mjs < {"paths", "banks", "plans", "exam", "opens", "now", "histories"}
import { readFileSync } from "node:fs";
import { fromLine } from "../../src/certlab/app/static/store/answers.js";
import { CourseIndex } from "../../src/certlab/day/static/course_index.js";
import { labProgress, solvedWords } from "../../src/certlab/day/static/lab_progress.js";
import { mocksOf } from "../../src/certlab/day/static/mocks.js";
import { domainsKnown } from "../../src/certlab/day/static/progress/known_domains.js";
import { labsKnown, pagesKnown } from "../../src/certlab/day/static/progress/labs_and_pages.js";
import { lastWeeks, mockMarks } from "../../src/certlab/day/static/progress/sums_over_time.js";
import { Standing } from "../../src/certlab/day/static/standing.js";

const { paths, banks, plans, exam, opens, now, histories } = JSON.parse(readFileSync(0, "utf-8"));
const course = new CourseIndex(paths, banks);
const told = histories.map(({ lines, exercises = [] }) => {
  const standing = new Standing(course, lines.map(fromLine));
  const lab = labProgress(exercises, standing.solved);
  return {
    lab,
    says: solvedWords(lab),
    labs: labsKnown(course, standing.solved, exam, opens && new Set(opens)),
    pages: pagesKnown(course, standing.pages, exam),
    domains: domainsKnown(
      plans.find((one) => one.exam === exam),
      standing,
      now,
    ),
    weeks: lastWeeks(standing.answers, now),
    marks: mockMarks(mocksOf(standing.rows, exam, now), now),
  };
});
process.stdout.write(JSON.stringify(told));
