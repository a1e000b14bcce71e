// @ts-check
/**
 * The steps of a lab, read from plain descriptions of its cells: what there is to do, how much of
 * it is done, how long the rest takes, and what is next. Nothing here touches JupyterLab.
 *
 * @import { CellFacts, Next, Step } from "../../jupyterlab.d.ts"
 */

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})\s+(.+?)\s*#*\s*$/;
const EXERCISE = /^\*\*(Exercise [\w.]*?\w)[.:]?\s*\*\*/m; // **Exercise 2.** What follows
const MARKS = /\*\*|\*(?=\S)|`|\$/g;
const TELLS = "tells-result"; // as results_told.js has it
const TITLE_LEVEL = 1;

// An exercise is written and tried, a prediction thought about and compared, a text is read.
const WEIGHTS = { text: 1, prediction: 2, exercise: 3 };

/**
 * The steps of a notebook: each heading is one, and so is each exercise. A heading below which
 * the learner predicts is the prediction's step. Whatever else somebody added, moved or took out,
 * the steps are what is there, and an empty notebook has none.
 *
 * @param {CellFacts[]} cells
 * @returns {Step[]}
 */
export function stepsOf(cells) {
  if (cells.every(({ source }) => !source.trim())) return [];
  const begins = cells.flatMap((cell, at) => (headingOf(cell) ? [at] : []));
  if (cells.length && begins[0] !== 0) begins.unshift(0);
  const steps = begins.flatMap((at, place) => section(cells, at, begins[place + 1]));
  return steps.map((step, place) => ({ ...step, until: steps[place + 1]?.at ?? cells.length }));
}

/**
 * @param {CellFacts[]} cells
 * @param {number} at where its heading is
 * @param {number} end
 * @returns {Step[]}
 */
function section(cells, at, end = cells.length) {
  const heading = headingOf(cells[at]);
  const title = !heading || heading.level === TITLE_LEVEL ? "Introduction" : heading.words;
  const tells = Boolean(cells[at].tags?.includes(TELLS));
  /** @type {Step[]} */
  const steps = [{ kind: "text", key: cells[at].id, title, at, act: -1, until: end, tells }];
  for (let place = at; place < end; place += 1) {
    const { prediction } = cells[place];
    if (prediction) addPrediction(steps, cells, { place, at, title, prediction });
    else if (isExercise(cells, place)) addExercise(steps, cells, { place, at, title });
  }
  return steps;
}

/**
 * The first is what its section is about; another one is a step of its own.
 *
 * @param {Step[]} steps
 * @param {CellFacts[]} cells
 * @param {{ place: number; at: number; title: string; prediction: string }} found
 */
function addPrediction(steps, cells, { place, at, title, prediction }) {
  const own = { kind: /** @type {const} */ ("prediction"), key: prediction, act: place };
  if (steps.length === 1 && steps[0].kind === "text") {
    Object.assign(steps[0], own);
    return;
  }
  const from = textAbove(cells, place, at);
  steps.push({ ...own, title: predictsAgain(title), at: from, until: 0, tells: false });
}

/** @param {string} title */
function predictsAgain(title) {
  return /^predict/i.test(title) ? `${title} again` : `Predict: ${title}`;
}

/**
 * @param {Step[]} steps
 * @param {CellFacts[]} cells
 * @param {{ place: number; at: number; title: string }} found
 */
function addExercise(steps, cells, { place, at, title }) {
  const from = askedAt(cells, place, at);
  const [, named] = EXERCISE.exec(cells[from].source) ?? [];
  const own = { kind: /** @type {const} */ ("exercise"), key: cells[place].exercise ?? "" };
  if (from === at && steps.length === 1 && steps[0].kind === "text") {
    const words = named ? `${named}: ${title}` : title;
    Object.assign(steps[0], { ...own, title: words, act: place });
    return;
  }
  const words = named ?? `Exercise: ${title}`;
  steps.push({ ...own, title: words, at: from, act: place, until: 0, tells: false });
}

/**
 * A stub whose check is there; one that has lost it is a cell like others.
 *
 * @param {CellFacts[]} cells
 * @param {number} place
 */
function isExercise(cells, place) {
  const { role, exercise } = cells[place];
  const checks = (/** @type {CellFacts} */ one) =>
    one.role === "check" && one.exercise === exercise;
  return role === "stub" && Boolean(exercise) && cells.some(checks);
}

/**
 * The text that asks for an exercise: the nearest above that says so, else the nearest.
 *
 * @param {CellFacts[]} cells
 * @param {number} place
 * @param {number} at
 */
function askedAt(cells, place, at) {
  for (let above = place - 1; above >= at; above -= 1) {
    const { type, role, prediction, source } = cells[above];
    if (role || prediction) break; // of another one
    if (type === "markdown" && EXERCISE.test(source)) return above;
  }
  return textAbove(cells, place, at);
}

/**
 * @param {CellFacts[]} cells
 * @param {number} place
 * @param {number} at
 */
function textAbove(cells, place, at) {
  for (let above = place - 1; above >= at; above -= 1) {
    if (cells[above].type === "markdown" && !cells[above].role) return above;
    if (cells[above].role || cells[above].prediction) return above + 1;
  }
  return place;
}

/**
 * The first heading of a text, which is none within a fence of code.
 *
 * @param {Pick<CellFacts, "type" | "source" | "role"> | undefined} cell
 */
function headingOf(cell) {
  if (cell?.type !== "markdown" || cell.role) return null;
  let fence = "";
  for (const line of cell.source.split("\n")) {
    const [, mark] = FENCE.exec(line) ?? [];
    if (fence) fence = mark?.startsWith(fence) ? "" : fence;
    else if (mark) fence = mark;
    else {
      const [, signs, words] = HEADING.exec(line) ?? [];
      if (words) return { level: signs.length, words: words.replace(MARKS, "") };
    }
  }
  return null;
}

/**
 * The cell in which a heading stands, by its words; -1 where there is none.
 *
 * @param {Pick<CellFacts, "type" | "source" | "role">[]} cells
 * @param {string} heading
 */
export function headingAt(cells, heading) {
  const words = heading.replace(MARKS, "").trim();
  return cells.findIndex((cell) => headingOf(cell)?.words === words);
}

/**
 * What the outline says of a step: a heading that tells what came out waits for its prediction.
 *
 * @param {Step[]} steps
 * @param {number} place
 * @param {Set<string>} done keys of steps
 */
export function titleOf(steps, place, done) {
  const { tells, title } = steps[place];
  const asks = steps.slice(0, place).findLast(({ kind }) => kind === "prediction");
  return tells && asks && !done.has(asks.key) ? "What came of it" : title;
}

/**
 * The minutes that are left: the lab's own are shared out over its steps by their weight, and
 * those of the open ones count. Whoever has five minutes and more left is told fives.
 *
 * @param {Step[]} steps
 * @param {Set<string>} done
 * @param {unknown} minutes as the metadata have them, by whoever wrote them
 */
export function minutesLeft(steps, done, minutes) {
  const whole = Number(minutes);
  const weigh = (/** @type {Step[]} */ some) =>
    some.reduce((sum, { kind }) => sum + WEIGHTS[kind], 0);
  if (!(whole > 0) || !Number.isFinite(whole) || !steps.length) return 0;
  const left = (whole * weigh(steps.filter(({ key }) => !done.has(key)))) / weigh(steps);
  return left > 5 ? Math.round(left / 5) * 5 : Math.ceil(left);
}

/**
 * How far one is, in words.
 *
 * @param {Step[]} steps
 * @param {Set<string>} done
 * @param {unknown} minutes
 */
export function sayProgress(steps, done, minutes) {
  if (!steps.length) return "No steps";
  const made = steps.filter(({ key }) => done.has(key)).length;
  const left = minutesLeft(steps, done, minutes);
  const says = `${made} of ${steps.length} ${steps.length === 1 ? "step" : "steps"}`;
  return left && made < steps.length ? `${says} · about ${left} min left` : says;
}

/**
 * What the dock offers: `main` is the one button, `aside` a quieter one beside it.
 *
 * A prediction that was not made and an exercise that was not solved are what there is to do
 * where one stands, so that no key pressed twice runs over them; `aside` leaves them. Who has done
 * nothing yet is led to the first of them. `ready` says whether the cells that a step needs
 * have run.
 *
 * @param {Step[]} steps
 * @param {Set<string>} done
 * @param {number} current
 * @param {(step: Step) => boolean} ready
 * @returns {{ main: Next | null; aside: Next | null }}
 */
export function nextOf(steps, done, current, ready) {
  const open = (/** @type {number} */ place) => !done.has(steps[place].key);
  const places = steps.map((_, place) => place);
  const next =
    places.find((place) => place > current && open(place)) ??
    places.find((place) => place !== current && open(place));
  /** @type {(words: string, to: number | undefined) => Next | null} */
  const go = (words, to) =>
    to === undefined ? null : { act: "go", to, words: words + titleOf(steps, to, done) };
  const first = steps.findIndex(({ kind }) => kind !== "text");
  if (current === 0 && places.every(open) && first > 0) {
    return { main: go("Begin: ", first), aside: first > 1 ? go("Read first: ", 1) : null };
  }
  const here = steps[current];
  const ends = { act: /** @type {const} */ ("end"), to: current, words: "That was the last step" };
  if (!here || !open(current)) return { main: go("Go on: ", next), aside: null };
  if (here.kind === "text") return { main: go("Go on: ", next) ?? ends, aside: null };
  if (!ready(here)) return { main: go("Go on: ", current), aside: null };
  const leave = here.kind === "prediction" ? "Skip it" : "Leave it for later";
  const aside =
    next === undefined ? null : { act: /** @type {const} */ ("go"), to: next, words: leave };
  const does = here.kind === "prediction" ? "compare" : "check";
  const words = does === "compare" ? "Run and compare" : "Check";
  return { main: { act: does, to: current, words }, aside };
}
