// @ts-check
/**
 * The learner's exam on a page: what of the page is of it, and what the page says of it.
 *
 * @import { ListedBank, PathExam } from "../../../day/static/course_files.d.ts"
 * @import { Goal } from "../../../planner/static/goal_row.js"
 * @import { Store } from "../store/store.js"
 * @typedef {PathExam & { goal: Goal }} OwnExam
 */

import { daysLeft, goalOf } from "../../../planner/static/goal_row.js";
import { dayHere } from "../dates.js";
import { node } from "../dom.js";
import { scopeOf } from "../memory/counts.js";
import { t } from "../words.js";
import { json } from "./assets.js";
import { daysWords, ofExam, showOwn } from "./exam_first.js";
import { linkOf } from "./linked.js";

/** @type {Promise<OwnExam | null> | null} */
let chosen = null; // promise of the exam and its goal, until the answers change

/**
 * The learner's exam with its goal, as { exam, code, modules, ..., goal }; null without one.
 *
 * @param {Store} store
 * @returns {Promise<OwnExam | null>}
 */
export function ownExam(store) {
  chosen ??= readExam(store).catch((error) => {
    console.warn(error); // the page is as without one
    return null;
  });
  return chosen;
}

/**
 * @param {Store} store
 * @returns {Promise<OwnExam | null>}
 */
async function readExam(store) {
  const goal = goalOf(await store.rows());
  if (!goal) return null;
  const found = (await json("paths")).exams.find(
    (/** @type {PathExam} */ { exam }) => exam === goal.exam,
  );
  return found ? { ...found, goal } : null;
}

/** The answers are others now, and so may be the goal among them. */
export function forgetExam() {
  chosen = null;
}

/**
 * What there is to answer of the learner's exam, by module.
 *
 * @param {Store} store
 * @returns {Promise<ListedBank[]>}
 */
export async function listed(store) {
  return ofExam(await json("index"), await ownExam(store));
}

/**
 * What counts of what is known and due: the learner's exam, or else the course.
 *
 * @param {Store} store
 */
export async function ownScope(store) {
  /** @type {ListedBank[]} */
  const banks = await json("index");
  return scopeOf(
    banks.flatMap(({ items }) => items),
    await ownExam(store),
  );
}

/**
 * Call `draw` with the learner's exam, or null, now and after each change.
 *
 * @param {Store} store
 * @param {(exam: OwnExam | null) => unknown} draw
 */
export async function first(store, draw) {
  const again = async () => draw(await ownExam(store));
  store.follow(again);
  await again();
}

/**
 * Call `mount` once there is an exam or a solved exercise: until then what it draws stays as the page came,
 * and nothing is fetched.
 *
 * @param {Store} store
 * @param {() => Promise<unknown>} mount
 */
export async function onceBegun(store, mount) {
  let begun = false;
  const look = async () => {
    const [rows, exam] = await Promise.all([store.rows(), ownExam(store)]);
    if (begun || !(exam || rows.some(({ mode }) => mode === "exercise"))) return;
    begun = true;
    await mount();
  };
  store.follow(look);
  await look();
}

/**
 * In the bar of every page: the exam and the days that are left.
 *
 * @param {HTMLElement} el
 * @param {OwnExam | null} exam
 */
export function drawGoal(el, exam) {
  el.hidden = !exam;
  if (!exam) return;
  const words = daysWords(daysLeft(exam.goal.day, dayHere(Date.now())));
  el.replaceChildren(node("b", {}, exam.code), " ", node("span", {}, words));
}

/**
 * That only what one exam, or a link, asks is asked here; nothing where the course has no question of it.
 *
 * @param {HTMLElement} el
 * @param {Store} store
 */
export async function drawScope(el, store) {
  const link = await (await linkOf())?.linkedDrill();
  if (link?.title) {
    el.hidden = false;
    el.textContent = t("This link asks only about {title}.", { title: link.title });
    return;
  }
  const exam = await ownExam(store);
  /** @type {ListedBank[]} */
  const index = exam ? await json("index") : [];
  const own = index.some(({ items }) =>
    items.some(({ exams }) => exams.includes(exam?.exam ?? "")),
  );
  el.hidden = !own;
  if (exam && own) el.textContent = t("Only what {code} asks.", exam);
}

/**
 * The next page is drawn for that exam from its first moment, see shell.js.
 *
 * @param {string} exam
 */
function remember(exam) {
  try {
    if (exam) localStorage.setItem("certlab-goal", exam);
    else localStorage.removeItem("certlab-goal");
  } catch {
    // It is asked for again.
  }
}

/**
 * The page's root says which exam it is, for its styles; objectives of others are folded.
 *
 * @param {OwnExam | null} exam
 */
export function drawPage(exam) {
  const { dataset } = document.documentElement;
  if (exam) dataset.goal = exam.exam;
  else delete dataset.goal;
  remember(exam?.exam ?? "");
  const lines = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("p.over"));
  if (exam) for (const line of lines) showOwn(line, exam);
}
