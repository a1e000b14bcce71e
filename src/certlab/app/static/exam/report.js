// @ts-check
/**
 * What a sitting came to: the score with its interval, by domain, and each question.
 *
 * @import { Child } from "../elements.d.ts"
 * @import { ExamDesk } from "./desk.js"
 * @import { ExamView, Report } from "./exams.d.ts"
 */

import { drawCard, primary } from "../card.js";
import { dayHere, shortDay } from "../dates.js";
import { drawRows, node } from "../dom.js";
import { t } from "../words.js";
import { limitWords } from "./clock.js";
import { drawDomains } from "./domains.js";
import { drawMocks } from "./mocks.js";
import { offerNotes } from "./offer_notes.js";
import { drawChance } from "./pass_chance.js";
import { countOf, drawQuestions, openReview } from "./review.js";

/** @param {ExamView} view */
export function drawReport(view) {
  const { desk } = view;
  const { report } = desk;
  return drawCard({
    label: t("Report"),
    left: report.paper.number
      ? t("{code} paper {n}", { code: report.code, n: report.paper.number })
      : t("{code} mock exam", { code: report.code }),
    right: shortDay(dayHere(Date.parse(report.ended))),
    body: node(
      "div",
      { class: "cl-after cl-report" },
      node("div", { class: "cl-outcome" }, drawScore(report), drawActions(view)),
      drawMocks(view, report.sitting),
      drawDomains(report),
      drawChance(report),
      drawQuestions(view),
      drawRows(reportRows(report)),
    ),
    foot: [
      node(
        "button",
        { type: "button", "data-key": "repeat", onclick: () => repeat(desk) },
        report.paper.number ? t("Sit this paper again") : t("Repeat with the same seed"),
      ),
      node(
        "button",
        {
          type: "button",
          class: "cl-quiet",
          "data-key": "leave",
          onclick: () => desk.send({ type: "leave" }),
        },
        t("Another exam"),
      ),
    ],
    submit: () => openReview(view, "wrong"),
  });
}

/** @param {Report} report */
function drawScore(report) {
  const { percent, right, wrong, unanswered, low, high, rows } = report;
  const { publisher } = report.paper;
  const sums = t("{right} of {total} right, {wrong} wrong, {unanswered} unanswered", {
    right,
    total: rows.length,
    wrong,
    unanswered,
  });
  return node(
    "div",
    {},
    node(
      "p",
      { class: "cl-big", tabindex: "-1" },
      `${percent} %`,
      node("span", { class: "cl-hidden" }, `. ${sums}`),
    ),
    node("p", { "aria-hidden": "true" }, sums),
    node(
      "p",
      { class: "cl-muted" },
      t("80 % interval: {low} to {high} %", {
        low: Math.round(100 * low),
        high: Math.round(100 * high),
      }),
    ),
    publisher
      ? node(
          "p",
          { class: "cl-small" },
          t("{publisher} publishes no pass mark and no score for this exam, only pass or fail.", {
            publisher,
          }),
        )
      : null,
  );
}

/** @param {ExamView} view */
function drawActions(view) {
  const { rows } = view.desk.report;
  const lost = countOf(rows, "wrong") + countOf(rows, "unanswered");
  const all = node(
    "button",
    { type: "button", "data-key": "all", onclick: () => openReview(view, "all") },
    t("Review all {n}", { n: rows.length }),
  );
  if (!lost) return node("div", { class: "cl-field" }, all);
  return node(
    "div",
    { class: "cl-field" },
    primary(t("Review only the {n} not right", { n: lost })),
    all,
    node(
      "button",
      { type: "button", "data-key": "retry", onclick: () => view.desk.send({ type: "retry" }) },
      t("Ask these {n} again", { n: lost }),
    ),
  );
}

/**
 * @param {Report} report
 * @returns {[string, Child][]}
 */
function reportRows({ seed, minutes, allowed, paper }) {
  const notes = offerNotes(paper);
  return [
    [
      t("Time"),
      allowed === null
        ? limitWords(minutes)
        : t("{minutes} of {allowed} minutes", { minutes, allowed }),
    ],
    paper.number ? [t("Paper"), String(paper.number)] : [t("Seed"), String(seed)],
    [
      t("Drawn"),
      notes.length ? notes.map((says) => node("div", {}, says)) : t("by the published weights"),
    ],
  ];
}

/**
 * The same paper once more, with as much time.
 *
 * @param {ExamDesk} desk
 */
function repeat(desk) {
  const { exam, seed, asked, official } = desk.report.paper;
  const { factor, seats } = desk.sitting;
  const whole = seats.reduce((sum, { wanted }) => sum + wanted, 0) === official;
  const count = whole ? null : asked.length;
  desk.send({ type: "begin", exam, seed, factor, count });
}
