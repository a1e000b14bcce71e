// @ts-check
/**
 * One sitting of a mock exam as its rows tell it; see certlab.study.exams.sitting.
 *
 * { id, paper, begun, deadline, factor, ended, responses, given, flags, seen }: the last four
 * are Maps and Sets by place in the paper, times are as rows store them.
 *
 * @import { Verdict } from "../grading/keys.d.ts"
 * @import { NewRow, Row } from "../store/rows.d.ts"
 * @import { Begun, Paper, Plan, Seats, Sitting } from "./exams.d.ts"
 */

import { timeOf } from "../memory/memory.js";
import { readBegun } from "./begun_row.js";

const SITTING_MODE = "exam";
const ULID_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Every sitting in `rows`, in order of time; `plans` by exam give names, `known` says which items there are.
 *
 * @param {Row[]} rows
 * @param {Map<string, Plan>} plans
 * @param {(item: string) => boolean} known
 */
export function sittingsIn(rows, plans, known) {
  /** @type {Map<unknown, Sitting>} */
  const found = new Map(); // by ulid of the row that began it
  for (const row of rows) {
    if (row.outcome === "begun") {
      const sitting = begunBy(row, plans, known);
      if (sitting) found.set(row.ulid, sitting);
    } else if (row.mode === SITTING_MODE) {
      const sitting = found.get(row.sitting);
      if (sitting) takeStep(sitting, row);
    }
  }
  return [...found.values()];
}

/**
 * The sitting that a row began, before its other steps; null where it is not of ours.
 *
 * @param {Row} row
 * @param {Map<string, Plan>} plans
 * @param {(item: string) => boolean} known
 * @returns {Sitting | null}
 */
function begunBy(row, plans, known) {
  const begun = readBegun(row);
  const plan = begun && plans.get(begun.exam);
  if (!plan) return null;
  return {
    id: row.ulid,
    begun: row.at,
    deadline: begun.deadline,
    factor: begun.factor,
    ended: null,
    responses: new Map(),
    given: new Map(),
    flags: new Set(),
    seen: new Set(),
    paper: {
      exam: plan.exam,
      code: plan.code,
      seed: row.seed,
      minutes: begun.minutes,
      official: plan.questions,
      total_weight: plan.fields.reduce((sum, { weight }) => sum + weight, 0),
      publisher: plan.publisher,
      number: begun.paper,
      asked: begun.asked
        .filter(([item]) => known(item))
        .map(([item, rev, seed, domain]) => ({ item, rev, seed, domain })),
      seats: begun.seats.flatMap((seats) => seatsOf(seats, begun.lacks, plan)),
    },
  };
}

/**
 * A domain's places, with what the plan says of it; none where it has no such domain any more.
 *
 * @param {Begun["seats"][number]} seats
 * @param {Begun["lacks"]} lacks
 * @param {Plan} plan
 * @returns {Seats[]}
 */
function seatsOf([domain, wanted, filled], lacks, plan) {
  const field = plan.fields.find((one) => one.domain === domain);
  if (!field) return [];
  const { name, weight, pools } = field;
  const own = lacks
    .filter(([objective]) => objective.startsWith(`${plan.exam}.${domain}.`))
    .map(([objective, wanted, filled]) => ({ objective, wanted, filled }));
  return [{ domain, name, weight, wanted, filled, objectives: pools.length, lacks: own }];
}

/**
 * Add what one row says; after the end or the deadline it says nothing.
 *
 * @param {Sitting} sitting
 * @param {Row} row
 */
export function takeStep(sitting, row) {
  const late = sitting.deadline && timeOf(row.at) > timeOf(sitting.deadline);
  if (sitting.ended || late) return;
  const place = sitting.paper.asked.findIndex(({ item }) => item === row.item);
  if (row.outcome === "ended") sitting.ended = row.at;
  else if (place >= 0) STEPS[row.outcome]?.(sitting, place, row);
}

/** @type {Record<string, (sitting: Sitting, place: number, row: Row) => void>} */
const STEPS = {
  seen: ({ seen }, place) => seen.add(place),
  flagged: ({ flags }, place) => flags.add(place),
  unflagged: ({ flags }, place) => flags.delete(place),
  given: ({ seen, responses, given }, place, row) => {
    seen.add(place);
    responses.set(place, row.response);
    given.set(place, row);
  },
};

/**
 * The place where one goes on: the first that is not answered; the first of all where none is left.
 *
 * @param {Pick<Sitting, "paper" | "responses">} sitting
 */
export function firstUnanswered({ paper, responses }) {
  return Math.max(
    0,
    paper.asked.findIndex((_, place) => (responses.get(place) ?? null) === null),
  );
}

/**
 * Whether it has ended, or its time is up.
 *
 * @param {Sitting} sitting
 * @param {number} now
 */
export function isOver({ ended, deadline }, now) {
  return ended !== null || (deadline !== null && now >= timeOf(deadline));
}

/**
 * The row that begins a sitting: all that is needed to go on with it.
 *
 * @param {Paper} paper
 * @param {number} minutes
 * @param {number | null} factor
 * @param {string | null} deadline
 * @param {string} surface
 * @returns {NewRow}
 */
export function beginRow(paper, minutes, factor, deadline, surface) {
  const asked = paper.asked.map(({ item, rev, seed, domain }) => [item, rev, seed, domain]);
  const seats = paper.seats.map(({ domain, wanted, filled }) => [domain, wanted, filled]);
  const lacks = paper.seats.flatMap((seat) =>
    seat.lacks.map(({ objective, wanted, filled }) => [objective, wanted, filled]),
  );
  const named = paper.number ? { paper: paper.number } : {};
  return {
    item: "",
    rev: 0,
    outcome: "begun",
    score: 0,
    seed: paper.seed,
    surface,
    mode: SITTING_MODE,
    response: { exam: paper.exam, minutes, factor, deadline, asked, seats, lacks, ...named },
  };
}

/**
 * A step of a sitting, as a row to add.
 *
 * @param {Sitting} sitting
 * @param {string} outcome
 * @param {number} place
 * @param {string} surface
 * @param {Partial<Row>} more
 * @returns {NewRow}
 */
export function stepRow({ id, paper }, outcome, place, surface, more = {}) {
  const asked = paper.asked[place];
  const { item = "", rev = 0, seed = 0 } = asked ?? {};
  return { item, rev, seed, outcome, score: 0, surface, mode: SITTING_MODE, sitting: id, ...more };
}

/**
 * The answer that a "given" row comes to: the same row whoever grades it.
 *
 * @param {Row} given
 * @param {Verdict} verdict
 * @returns {NewRow}
 */
export function gradedRow(given, { outcome, score }) {
  return { ...given, outcome, score, ulid: nextUlid(given.ulid) };
}

/**
 * The ulid that follows.
 *
 * @param {string} ulid
 */
export function nextUlid(ulid) {
  const head = ulid.replace(/[Z_a-z]+$/, ""); // those that somebody else wrote may hold others
  const last = [...ULID_DIGITS].find((letter) => letter > head.slice(-1));
  return head.slice(0, -1) + (head ? last : "") + "0".repeat(ulid.length - head.length);
}
