// The way to an exam by histories: node way_run.mjs < {"paths", "banks", "exam", "opens", "histories": [lines]}
import { readFileSync } from "node:fs";
import { fromLine } from "../../src/certlab/app/static/store/answers.js";
import { CourseIndex } from "../../src/certlab/day/static/course_index.js";
import { Standing } from "../../src/certlab/day/static/standing.js";
import { wayTo } from "../../src/certlab/day/static/stations.js";
import { wayWords } from "../../src/certlab/day/static/way.js";

const { paths, banks, exam, opens, histories } = JSON.parse(readFileSync(0, "utf-8"));
const course = new CourseIndex(paths, banks);
const ways = histories.map((lines) =>
  wayTo(new Standing(course, lines.map(fromLine)), exam, opens && new Set(opens)),
);
process.stdout.write(JSON.stringify(ways.map((way) => ({ ...way, says: wayWords(way) }))));
