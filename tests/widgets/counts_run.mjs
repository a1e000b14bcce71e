// What each surface of a page says of histories: node counts_run.mjs < {"paths", "banks", "histories": [...]}
import { readFileSync } from "node:fs";
import { endLines } from "../../src/certlab/app/static/deck/session_end.js";
import { scopeOf } from "../../src/certlab/app/static/memory/counts.js";
import { countedRows, fromLine } from "../../src/certlab/app/static/store/answers.js";
import { CourseIndex } from "../../src/certlab/day/static/course_index.js";
import { Standing } from "../../src/certlab/day/static/standing.js";
import { summarise } from "../../src/certlab/day/static/sums.js";

const { paths, banks, histories } = JSON.parse(readFileSync(0, "utf-8"));
const course = new CourseIndex(paths, banks);
const told = histories.map(({ lines, exam, since, now }) => {
  const rows = lines.map(fromLine);
  const answers = countedRows(rows);
  const all = banks.flatMap(({ items }) => items);
  const scope = scopeOf(all, course.exam(exam));
  const ids = scope.items.map(({ item }) => item);
  const own = banks.map((bank) => ({
    ...bank,
    items: bank.items.filter(({ item }) => ids.includes(item)),
  }));
  return {
    end: endLines(answers, { since, now, resets: course.resets, scope }),
    start: new Standing(course, rows).counts(exam, now),
    progress: summarise(answers, own, now),
  };
});
process.stdout.write(JSON.stringify(told));
