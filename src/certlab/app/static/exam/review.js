// @ts-check
/**
 * The questions of a report: which were wrong, what was chosen, and why.
 *
 * @import { ExamDesk } from "./desk.js"
 * @import { ExamView, Filter, ReportRow } from "./exams.d.ts"
 */

import { drawCard, keyHints, primary } from "../card.js";
import { icon, node } from "../dom.js";
import { drawAnswered } from "../question/answered.js";
import { readLink } from "../question/links.js";
import { t } from "../words.js";

/** @type {Record<Filter, (row: ReportRow) => boolean>} */
const SHOWN = {
  all: () => true,
  wrong: ({ outcome }) => outcome !== "correct",
  unanswered: ({ outcome }) => outcome === "unanswered",
  flagged: ({ flagged }) => flagged,
};

/**
 * @param {ReportRow[]} rows
 * @param {ReportRow["outcome"]} outcome
 */
export function countOf(rows, outcome) {
  return rows.filter((row) => row.outcome === outcome).length;
}

/**
 * A map of all questions by outcome, with what to show of them.
 *
 * @param {ExamView} view
 */
export function drawQuestions(view) {
  const {
    report: { rows },
  } = view.desk;
  /** @type {[Filter, string][]} */
  const filters = [
    ["all", t("All")],
    ["wrong", t("Not right")],
    ["unanswered", t("Unanswered")],
    ["flagged", t("Flagged")],
  ];
  return node(
    "section",
    {},
    node("h2", { class: "cl-heading" }, t("Questions")),
    node(
      "fieldset",
      { class: "cl-sure" },
      node("legend", { class: "cl-hidden" }, t("Show")),
      filters.map(([filter, word]) => {
        const n = rows.filter(SHOWN[filter]).length;
        return node(
          "label",
          {},
          node("input", {
            type: "radio",
            name: `${view.id}-filter`,
            checked: filter === view.filter,
            disabled: n === 0,
            "data-key": `filter-${filter}`,
            onchange: () => {
              view.filter = filter;
              view.paint();
            },
          }),
          `${word} ${n}`,
        );
      }),
    ),
    node(
      "ol",
      { class: "cl-map" },
      rows.map((row, place) => drawCell(view, row, place)),
    ),
  );
}

/**
 * @param {ExamView} view
 * @param {ReportRow} row
 * @param {number} place
 */
function drawCell(view, row, place) {
  const { outcome, flagged } = row;
  const words = { correct: t("right"), wrong: t("wrong"), unanswered: t("unanswered") };
  const label = [
    t("Question {place}", { place: place + 1 }),
    words[outcome],
    flagged ? t("flagged") : null,
  ];
  return node(
    "li",
    { hidden: !SHOWN[view.filter](row) },
    node(
      "button",
      {
        type: "button",
        class: `cl-cell cl-is-${outcome === "correct" ? "answered" : outcome}`,
        "data-key": `cell-${place}`,
        "aria-label": label.filter(Boolean).join(", "),
        onclick: () => view.turn("review", { reviewed: place }),
      },
      node("span", {}, String(place + 1)),
      node("span", {}, flagged ? icon("flag") : null, outcome === "wrong" ? icon("wrong") : null),
    ),
  );
}

/**
 * Review the questions of a filter, the first of them first.
 *
 * @param {ExamView} view
 * @param {Filter} filter
 */
export function openReview(view, filter) {
  const first = view.desk.report.rows.findIndex(SHOWN[filter]);
  if (first >= 0) view.turn("review", { filter, reviewed: first });
}

/**
 * The answer to review; of what could not be graded only chosen options and typed lines are shown.
 *
 * @param {ExamDesk} desk
 * @param {number} place
 */
function reviewOf(desk, place) {
  const review = desk.model.get("reviews")[place];
  const { outcome, say } = review.verdict;
  const left = outcome === "unanswered" && !say && !("options" in desk.shows[place]);
  return left ? { ...review, response: null } : review;
}

/**
 * One question with what was chosen and why each option is right or wrong.
 *
 * @param {ExamView} view
 */
export function drawReview(view) {
  const { desk, id, reviewed, filter } = view;
  const { rows, paper } = desk.report;
  const places = [...rows.keys()].filter((place) => SHOWN[filter](rows[place]));
  const at = places.indexOf(reviewed);
  const show = desk.shows[reviewed];
  const review = reviewOf(desk, reviewed);
  const { name = "" } = paper.seats.find(({ domain }) => domain === rows[reviewed].domain) ?? {};
  const turn = (/** @type {1 | -1} */ by) => () =>
    view.turn("review", { reviewed: places[at + by] });
  const last = at + 1 >= places.length;
  const report = () => view.turn("report");
  return drawCard({
    label: t("Question {place}, reviewed", { place: reviewed + 1 }),
    left: `${rows[reviewed].domain} ${name}`,
    right: t("question {place} of {count}", { place: reviewed + 1, count: rows.length }),
    body: drawAnswered(show, review, id, desk.model.get("today")),
    foot: [
      primary(last ? t("Back to the report") : t("Next")),
      at > 0
        ? node(
            "button",
            { type: "button", "data-key": "previous", onclick: turn(-1) },
            t("Previous"),
          )
        : null,
      last
        ? null
        : node(
            "button",
            { type: "button", class: "cl-quiet", "data-key": "report", onclick: report },
            t("Back to the report"),
          ),
      readLink(review.feedback.section, desk.model.get("pages")),
      keyHints(["Enter", last ? t("report") : t("next")]),
    ],
    submit: last ? report : turn(1),
  });
}
