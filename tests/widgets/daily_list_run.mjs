// What a browser makes of histories: node daily_list_run.mjs < {"paths", "banks", "histories": [{lines, now, day, opens, listed}]}
import { readFileSync } from "node:fs";
import { fromLine, toLine } from "../../src/certlab/app/static/store/answers.js";
import { CourseIndex } from "../../src/certlab/day/static/course_index.js";
import {
  dailyList,
  listRow,
  rowsThatHold,
  wasMadeAnew,
} from "../../src/certlab/day/static/daily_list.js";
import { labsAhead, labTitle } from "../../src/certlab/day/static/lab_ahead.js";
import { minutesForNew } from "../../src/certlab/day/static/pace.js";
import { PathWalk } from "../../src/certlab/day/static/path_walk.js";
import { simpleTasks } from "../../src/certlab/day/static/simple_rule.js";
import { Standing } from "../../src/certlab/day/static/standing.js";
import { stepsDone, wayTo } from "../../src/certlab/day/static/stations.js";
import { goalOf } from "../../src/certlab/planner/static/goal_row.js";

const { paths, banks, histories } = JSON.parse(readFileSync(0, "utf-8"));
const course = new CourseIndex(paths, banks);
const told = histories.map(({ lines, now, day, opens, listed }) => {
  const rows = lines.map(fromLine);
  const goal = goalOf(rows);
  if (!goal) return { goal };
  const standing = new Standing(course, rows);
  const holding = rowsThatHold(standing, goal, day);
  const tasks = simpleTasks(standing, goal, now, goal.minutes, new Set(opens));
  const at = new Date(now).toISOString();
  return {
    goal,
    anew: wasMadeAnew(standing, goal, day),
    list: dailyList(standing, holding),
    tasks,
    line: toLine({ ...listRow(goal, day, tasks, [], "site"), at, ulid: "0".repeat(26) }),
    path: stepsDone(wayTo(standing, goal.exam, null)),
    ...walked(standing, goal, day, listed),
  };
});
/** How the path stands: the state of each step, the parts of a page that is left, what may be asked. */
function walked(standing, goal, day, listed) {
  const walk = new PathWalk(standing, goal.exam, goal.minutes);
  const pages = walk.left.filter(({ lab }) => !lab);
  return {
    states: walk.steps.map((step) => walk.stateOf(step)),
    parts: pages.map((step) => walk.partsLeft(step)),
    unseen: pages.map((step) => walk.unseen(walk.partsLeft(step)[0]).map(({ item }) => item)),
    opens: course.itemsOf(goal.exam).flatMap((one) => (walk.opens(one) ? [one.item] : [])),
    ahead: labsAhead(walk, day, listed, 7, new Set(Object.keys(course.labs))),
    question: minutesForNew(standing.answers),
  };
}
const marks = Object.keys(paths.modules).map((module) =>
  ["", ...Object.keys(course.sectionsOf(module))].map((one) => course.markOf(module, one)),
);
const titles = Object.values(course.labs).map((lab) =>
  subsets(lab.exercises).map((some) => labTitle(lab, some)),
);
process.stdout.write(JSON.stringify({ told, marks, titles }));

/** All choices of some, as Python's itertools makes them from bits. */
function subsets(all) {
  return Array.from({ length: 2 ** all.length }, (_, bits) =>
    all.filter((_one, place) => (bits >> place) & 1),
  );
}
