// @ts-check
/**
 * Memory: what a learner's answers say about each item, by FSRS-6.
 *
 * The same rule as certlab.study.memory, which uses the fsrs package: two grades, no learning
 * steps, no fuzz, and repeats within a sitting change nothing. Dates must come out the same,
 * so the arithmetic follows py-fsrs (github.com/open-spaced-repetition/py-fsrs, scheduler.py)
 * step by step; a test compares the two on random histories.
 *
 * @import { AnswerRow, Memory, Resets } from "./memories.d.ts"
 */

const DAY = 86_400_000; // milliseconds, as all times here, since 1970
export const SITTING = DAY / 2; // certlab.study.memory.SAME_SITTING
const RETENTION = 0.9;
const MOST_DAYS = 36_500;
const LEAST_STABILITY = 0.001;
const W = [
  0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835,
  0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];
const DECAY = -W[20];
const FACTOR = 0.9 ** (1 / DECAY) - 1;
const AGAIN = 1;
const GOOD = 3;
const EASY = 4;

/**
 * Memory by item id of rows in order of time; `resets` gives revisions before which rows no longer count.
 *
 * @param {AnswerRow[]} rows
 * @param {Resets} resets
 * @returns {Map<string, Memory>}
 */
export function fold(rows, resets = {}) {
  /** @type {Map<string, Memory>} */
  const found = new Map();
  for (const row of rows) {
    if (row.rev < (resets[row.item] ?? 0)) continue;
    found.set(row.item, after(found.get(row.item), row));
  }
  return found;
}

/**
 * The memory of an item once an answer has been given.
 *
 * @param {Memory | undefined} memory
 * @param {AnswerRow} row
 * @returns {Memory}
 */
export function after(memory, row) {
  const at = timeOf(row.at);
  const last = row.outcome;
  if (memory && at - memory.counted < SITTING) return { ...memory, answers: memory.answers + 1 };
  const rating = last === "correct" ? GOOD : AGAIN;
  const stability = memory ? nextStability(memory, rating, at) : W[rating - 1];
  const difficulty = memory
    ? nextDifficulty(memory.difficulty, rating)
    : within(startDifficulty(rating));
  const answers = (memory?.answers ?? 0) + 1;
  const learnt = memory?.learnt ?? (rating === GOOD ? at : null);
  const due = at + interval(stability) * DAY;
  return { stability, difficulty, due, counted: at, answers, last, learnt };
}

/**
 * Whether an answer given now would change nothing: one counted a short while ago.
 *
 * @param {Memory | undefined} memory
 * @param {number} now
 */
export function isRepeat(memory, now) {
  return memory !== undefined && now >= memory.counted && now - memory.counted < SITTING;
}

/**
 * Predicted probability of a right answer, from 0 to 1.
 *
 * @param {Memory} memory
 * @param {number} now
 */
export function recall({ stability, counted }, now) {
  return (1 + (FACTOR * Math.max(0, wholeDays(counted, now))) / stability) ** DECAY;
}

/**
 * Milliseconds of an answer's time, with its microseconds behind the point.
 *
 * @param {string} at
 */
export function timeOf(at) {
  const [, seconds, fraction = "", zone] = /^(.*?)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(at) ?? [];
  return Date.parse(`${seconds}${zone}`) + Number(fraction.padEnd(6, "0").slice(0, 6)) / 1000;
}

/**
 * @param {number} from
 * @param {number} to
 */
function wholeDays(from, to) {
  return Math.floor((to - from) / DAY);
}

/** @param {number} stability */
function interval(stability) {
  const days = roundEven((stability / FACTOR) * (RETENTION ** (1 / DECAY) - 1));
  return Math.min(Math.max(days, 1), MOST_DAYS);
}

/**
 * Half to even, as Python rounds.
 *
 * @param {number} value
 */
function roundEven(value) {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 ? floor + 1 : floor;
}

/**
 * @param {Memory} memory
 * @param {number} rating
 * @param {number} at
 */
function nextStability(memory, rating, at) {
  const { stability } = memory;
  if (wholeDays(memory.counted, at) < 1)
    return Math.max(soonStability(stability, rating), LEAST_STABILITY);
  const forgotten = 1 - recall(memory, at);
  const next =
    rating === AGAIN ? lostStability(memory, forgotten) : keptStability(memory, forgotten);
  return Math.max(next, LEAST_STABILITY);
}

/**
 * @param {number} stability
 * @param {number} rating
 */
function soonStability(stability, rating) {
  const grown = Math.E ** (W[17] * (rating - 3 + W[18])) * stability ** -W[19];
  return stability * (rating === AGAIN ? grown : Math.max(grown, 1));
}

/**
 * @param {Memory} memory
 * @param {number} forgotten
 */
function lostStability({ stability, difficulty }, forgotten) {
  const long =
    W[11] * difficulty ** -W[12] * ((stability + 1) ** W[13] - 1) * Math.E ** (forgotten * W[14]);
  return Math.min(long, stability / Math.E ** (W[17] * W[18]));
}

/**
 * @param {Memory} memory
 * @param {number} forgotten
 */
function keptStability({ stability, difficulty }, forgotten) {
  const grown =
    Math.E ** W[8] * (11 - difficulty) * stability ** -W[9] * (Math.E ** (forgotten * W[10]) - 1);
  return stability * (1 + grown);
}

/** @param {number} rating */
function startDifficulty(rating) {
  return W[4] - Math.E ** (W[5] * (rating - 1)) + 1;
}

/**
 * @param {number} difficulty
 * @param {number} rating
 */
function nextDifficulty(difficulty, rating) {
  const change = -(W[6] * (rating - 3));
  const damped = difficulty + ((10 - difficulty) * change) / 9;
  return within(W[7] * startDifficulty(EASY) + (1 - W[7]) * damped);
}

/** @param {number} difficulty */
function within(difficulty) {
  return Math.min(Math.max(difficulty, 1), 10);
}
