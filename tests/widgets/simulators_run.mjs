/** Runs the simulators' rules of the pages on cases from standard input. */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const load = (name) => import(pathToFileURL(`${process.argv[2]}/${name}`).href);
const [count, held, words, curve, panel, collectives, run, said, schedules, quantities, spoken] =
  await Promise.all(
    [
      "labs/distributed/static/collective/count.js",
      "labs/distributed/static/collective/held.js",
      "labs/distributed/static/collective/words.js",
      "labs/distributed/static/collective/curve.js",
      "labs/distributed/static/collective/panel.js",
      "labs/distributed/static/collective/model.js",
      "labs/distributed/static/schedule/run.js",
      "labs/distributed/static/schedule/words.js",
      "labs/distributed/static/schedule/model.js",
      "app/static/drawing/quantities.js",
      "app/static/words.js",
    ].map(load),
  );

const ANSWERS = {
  account: ({ plan, asked }) => count.accountOf(plan, asked),
  held: ({ plan }) =>
    held.heldSteps(plan).map((state) => state.map((rank) => [...rank].map(String))),
  words: ({ plan, asked, shown, steps }) => [
    words.wholeWords(asked, shown),
    ...steps.map((n) => words.stepWords(plan, shown, n)),
  ],
  crossing: ({ plan, asked, names }) => {
    const at = count.crossingOf(plan.lines[names[0]], plan.lines[names[1]], asked);
    return [at, curve.crossingWords(plan, asked, names, at)];
  },
  does: () => panel.DOES,
  refusal: ({ asked, ranks }) => collectives.collectiveRefusal(asked, ranks),
  run: ({ schedule, asked }) => run.runOf(schedule, asked),
  said: ({ shown, asked }) => said.runWords(shown, asked),
  unlaid: ({ asked }) => schedules.scheduleRefusal(asked),
  amounts: ({ values }) =>
    values.map((one) => [
      quantities.amount(one),
      quantities.percentText(one),
      quantities.sizeText(Math.abs(one)),
      quantities.durationText(one),
      said.timeText(one),
    ]),
};
const { words: catalogue, lang, cases } = JSON.parse(readFileSync(0, "utf8"));
spoken.setWords(catalogue, lang);
console.log(JSON.stringify(cases.map(([what, given]) => ANSWERS[what](given))));
