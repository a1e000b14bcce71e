// @ts-check
/**
 * The exams to choose from, by level, those first of which most is here.
 *
 * @import { OfferedExam } from "./front.d.ts"
 */

import { node } from "../../app/static/dom.js";
import { t, tn } from "../../app/static/words.js";

const LEAST = 0.25; // share of its objectives that an exam needs to be offered at once
const REMEMBERED = "certlab-exam"; // of localStorage: the exam that was looked at last
/** @type {Record<string, () => string>} */
const LEVELS = { associate: () => t("Associate"), professional: () => t("Professional") };

const share = (/** @type {OfferedExam} */ { covered, objectives }) =>
  objectives ? covered / objectives : 0;

/**
 * The exams, most covered first.
 *
 * @param {OfferedExam[]} exams
 */
function byCoverage(exams) {
  return exams.toSorted((one, other) => share(other) - share(one));
}

/**
 * The exam that was looked at last, or the one of which most is here; undefined where there is none.
 *
 * @param {OfferedExam[]} exams
 */
export function examToShow(exams) {
  let last = null;
  try {
    last = localStorage.getItem(REMEMBERED);
  } catch {
    // Storage is refused: nothing is remembered.
  }
  return exams.find(({ exam }) => exam === last) ?? byCoverage(exams)[0];
}

/** @param {string} exam */
function remember(exam) {
  try {
    localStorage.setItem(REMEMBERED, exam);
  } catch {
    // It holds for this page.
  }
}

/**
 * Chips, what the chosen exam has here, and where the rest of it is listed.
 *
 * @param {OfferedExam[]} exams
 * @param {OfferedExam} chosen
 * @param {{ root: string, all: boolean, choose: (exam: OfferedExam) => void, more: () => void }} options
 *   `all` shows those of which little is here too, and `more` asks for that
 */
export function drawExamChips(exams, chosen, { root, all, choose, more }) {
  const shown = byCoverage(exams).filter((one) => all || one === chosen || share(one) >= LEAST);
  const levels = Object.keys(LEVELS).filter((level) => shown.some((one) => one.level === level));
  const chip = (/** @type {OfferedExam} */ one) =>
    node(
      "button",
      {
        type: "button",
        "data-key": one.exam,
        "aria-pressed": String(one === chosen),
        title: one.name,
        onclick: () => {
          remember(one.exam);
          choose(one);
        },
      },
      one.code,
    );
  const rest = exams.length - shown.length;
  return [
    node("h2", {}, t("Your exam")),
    levels.map((level, place) =>
      node(
        "div",
        { class: "cl-level" },
        node("p", { id: `cl-level-${level}` }, LEVELS[level]()),
        node(
          "div",
          { class: "cl-exams", role: "group", "aria-labelledby": `cl-level-${level}` },
          shown.filter((one) => one.level === level).map(chip),
          rest && place === levels.length - 1
            ? node(
                "button",
                { type: "button", class: "cl-quiet", "data-key": "more", onclick: more },
                t("{n} more", { n: rest }),
              )
            : null,
        ),
      ),
    ),
    drawCoverage(chosen, root),
  ];
}

/**
 * @param {OfferedExam} exam
 * @param {string} root
 */
function drawCoverage({ exam, name, covered, objectives }, root) {
  const says = covered
    ? tn(
        "questions on {covered} of its {n} objective.",
        "questions on {covered} of its {n} objectives.",
        objectives,
        { covered },
      )
    : t("the course has no questions for it yet.");
  return node(
    "p",
    { class: "cl-coverage", role: "status" },
    node("strong", {}, name),
    ": ",
    says,
    " ",
    covered < objectives
      ? node(
          "a",
          { href: `${root}certifications/${exam}.html#what-is-missing` },
          t("What is missing"),
        )
      : null,
  );
}
