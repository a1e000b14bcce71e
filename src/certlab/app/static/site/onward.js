// @ts-check
/**
 * Where to go from the end of a page: the rows that certlab.app.pages.onward writes, for this learner.
 *
 * @import { Station } from "../../../day/static/days.d.ts"
 * @import { Store } from "../store/store.js"
 */

import { CourseIndex } from "../../../day/static/course_index.js";
import { drawSolved, labProgress } from "../../../day/static/lab_progress.js";
import { Standing } from "../../../day/static/standing.js";
import { nextAfter, wayTo } from "../../../day/static/stations.js";
import { node } from "../dom.js";
import { t, tn } from "../words.js";
import { json, ROOT, SURFACE } from "./assets.js";
import { ofExam } from "./exam_first.js";
import { ownExam } from "./own_exam.js";
import { GRADED } from "./questions.js";

const AT_ONCE = 10; // questions that a page asks in one go

/**
 * Keep the rows as this learner needs them, now and after each change.
 *
 * @param {HTMLElement} el its `data-page` is the page's id, `data-labs` are the labs that open here
 * @param {Store} store
 */
export async function mountOnward(el, store) {
  const page = el.dataset.page ?? "";
  const next = /** @type {HTMLElement | null} */ (el.querySelector("[data-part=next]"));
  const cameWith = next && { hidden: next.hidden, children: [...next.childNodes] };
  const draw = async () => {
    const [rows, exam] = await Promise.all([store.rows(), ownExam(store)]);
    if (!rows.length) return; // a visitor's rows stay as they came, and nothing is fetched
    const course = new CourseIndex(...(await Promise.all([json("paths"), json("index")])));
    const standing = new Standing(course, rows);
    for (const row of el.querySelectorAll("[data-lab]")) markLab(row, standing);
    countQuestions(el.querySelector("[data-part=questions] a"), course, page, exam);
    if (!next || !cameWith) return;
    const opens = SURFACE === "app" ? null : new Set((el.dataset.labs ?? "").split(" "));
    const way = exam?.steps.length ? wayTo(standing, exam.exam, opens) : null;
    const station = way && nextAfter(way, page);
    next.hidden = station ? false : cameWith.hidden;
    next.replaceChildren(...(station ? drawNext(station) : cameWith.children));
  };
  store.follow(draw);
  await draw();
}

/** @param {Station} station */
function drawNext({ kind, name, part, minutes, path }) {
  const next = t("Next on your path");
  const lang = kind === "mock" ? null : "en"; // titles of pages and labs are not translated
  return [
    node("span", { class: "note" }, kind === "lab" ? `${next} · ${t("Lab")}` : next),
    " ",
    node(
      "a",
      { href: `${ROOT}${path}`, lang },
      kind === "read" && part ? `${name} · ${part}` : name,
    ),
    " ",
    node("span", { class: "note" }, tn("{n} min", "{n} min", minutes)),
  ];
}

/**
 * How far a lab is; one that was not begun keeps its minutes.
 *
 * @param {Element} row
 * @param {Standing} standing
 */
function markLab(row, { course, solved }) {
  const exercises = course.labs[row.getAttribute("data-lab") ?? ""]?.exercises ?? [];
  const lab = labProgress(exercises, solved);
  if (lab.done) row.querySelector(".note:last-child")?.replaceChildren(...drawSolved(lab));
}

/**
 * How many questions are asked at once below the page, of those that the learner's exam has here.
 *
 * @param {Element | null} link
 * @param {CourseIndex} course
 * @param {string} page
 * @param {{ exam: string } | null} exam
 */
function countQuestions(link, course, page, exam) {
  if (!link || !exam) return;
  const [module] = page.split("/");
  const items = [...course.items.values()].filter(
    (one) =>
      one.module === module &&
      (page === module || course.pageOf(module, one.section ?? "") === page),
  );
  const [own] = ofExam([{ items }], exam, GRADED);
  const asked = own.items.filter(({ kind }) => GRADED.includes(kind)).length;
  const n = Math.min(AT_ONCE, asked);
  if (n) link.textContent = tn("{n} question on this", "{n} questions on this", n);
}
