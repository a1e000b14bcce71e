// @ts-check
/**
 * The page of progress above the answers themselves, drawn again as they change.
 *
 * @import { Row } from "../../../app/static/store/rows.d.ts"
 * @import { Plan } from "../../../app/static/exam/exams.d.ts"
 * @import { CourseIndex } from "../course_index.js"
 * @import { PathExam } from "../course_files.d.ts"
 * @import { Estimated } from "./score_section.js"
 * @import { KnownDomain } from "./known_domains.js"
 * @typedef {{ root: string, opens: Set<string> | null, plans: () => Promise<Plan[]> }} Around `root` leads to the root
 *   of all pages, `opens` are the labs that open here (null for all), `plans` loads what mock exams are drawn from
 */

import { node, redraw } from "../../../app/static/dom.js";
import { spoken, t } from "../../../app/static/words.js";
import { drawDomainRows } from "../domain_rows.js";
import { mocksOf } from "../mocks.js";
import { Standing } from "../standing.js";
import { wayTo } from "../stations.js";
import { drawWay, wayWords } from "../way.js";
import { domainsKnown, drawKnownDomains } from "./known_domains.js";
import { drawLabs, drawPages, labsKnown, pagesKnown } from "./labs_and_pages.js";
import { drawPredicted } from "./predicted.js";
import { drawScoreSection } from "./score_section.js";
import { lastWeeks, mockMarks } from "./sums_over_time.js";
import { drawWeeks } from "./weeks.js";

/** @type {Estimated} */
const NOT_YET = { says: "", plan: "", over: null };

export class ProgressView {
  #el;
  #course;
  #around;
  #exam = "";
  #standing;
  #estimated = NOT_YET;
  /** @type {KnownDomain[]} */
  #known = [];

  /**
   * @param {HTMLElement} el
   * @param {CourseIndex} course
   * @param {Around} around
   */
  constructor(el, course, around) {
    this.#el = el;
    this.#course = course;
    this.#around = around;
    this.#standing = new Standing(course, []);
    el.lang = spoken();
  }

  /**
   * @param {Row[]} rows in order of time
   * @param {string} exam the learner's own, "" for none
   */
  async show(rows, exam) {
    if (exam !== this.#exam) this.#estimated = NOT_YET;
    this.#exam = exam;
    this.#standing = new Standing(this.#course, rows);
    const plans = exam && rows.length ? await this.#around.plans() : [];
    const plan = plans.find((one) => one.exam === exam);
    this.#known = domainsKnown(plan, this.#standing, Date.now());
    this.#paint();
  }

  /**
   * @param {Estimated} estimated
   * @param {string} exam that it is of
   */
  estimate(estimated, exam) {
    if (exam !== this.#exam) return; // another one was chosen meanwhile
    this.#estimated = estimated;
    this.#paint();
  }

  #paint() {
    const parts = this.#standing.rows.length ? this.#sections() : [drawNothing(this.#around.root)];
    redraw(this.#el, [
      node("div", { class: "cl-frame" }, node("div", { class: "cl-progress" }, parts)),
    ]);
  }

  #sections() {
    const [course, standing, { root, opens }] = [this.#course, this.#standing, this.#around];
    const exam = course.exam(this.#exam);
    const now = Date.now();
    const predicted = exam && this.#estimated.over?.predicted;
    return [
      exam ? this.#ofExam(exam, now) : drawNoExam(root),
      drawLabs(labsKnown(course, standing.solved, this.#exam, opens), root),
      drawPages(pagesKnown(course, standing.pages, this.#exam), root),
      drawWeeks(lastWeeks(standing.answers, now)),
      predicted ? drawPredicted(predicted) : null,
    ];
  }

  /**
   * @param {PathExam} exam
   * @param {number} now
   */
  #ofExam({ exam, code }, now) {
    const { root, opens } = this.#around;
    const standing = this.#standing;
    const marks = mockMarks(mocksOf(standing.rows, exam, now), now);
    const way = wayTo(standing, exam, opens);
    const domains = this.#estimated.over?.outlook?.domains;
    return [
      drawScoreSection({ exam, code }, this.#estimated, marks, root),
      node(
        "section",
        { "aria-label": t("Domains") },
        node("h2", { class: "cl-heading" }, t("Domains")),
        domains ? drawDomainRows(domains) : drawKnownDomains(this.#known),
      ),
      way.stations.length
        ? node(
            "section",
            { class: "cl-is-wide", "aria-label": t("Your way to {code}", { code }) },
            node(
              "div",
              { class: "cl-way-head" },
              node("h2", { class: "cl-heading" }, t("Your way to {code}", { code })),
              node(
                "p",
                { class: "cl-small cl-muted" },
                wayWords(way),
                " · ",
                node(
                  "a",
                  { href: `${root}certifications/${exam}.html`, "data-key": "steps" },
                  t("all steps"),
                ),
              ),
            ),
            drawWay(way, { root }),
          )
        : null,
    ];
  }
}

/**
 * Somebody new.
 *
 * @param {string} root
 */
function drawNothing(root) {
  return node(
    "section",
    { class: "cl-is-wide" },
    node("h2", { class: "cl-heading" }, t("Nothing is here yet")),
    node(
      "p",
      {},
      t(
        "Once you have answered something, this page shows how your score develops, which steps, labs and pages are behind you, and on which days you worked.",
      ),
    ),
    node(
      "p",
      { class: "cl-begin" },
      node(
        "a",
        { class: "cl-button cl-primary", href: `${root}index.html`, "data-key": "begin" },
        t("Begin with five questions"),
      ),
    ),
  );
}

/**
 * Somebody who answers and has chosen no exam.
 *
 * @param {string} root
 */
function drawNoExam(root) {
  return node(
    "section",
    { class: "cl-is-wide" },
    node("h2", { class: "cl-heading" }, t("Your score")),
    node(
      "p",
      {},
      t("A score is of an exam, and so are its domains and its path."),
      " ",
      node("a", { href: `${root}index.html`, "data-key": "choose" }, t("Choose your exam")),
    ),
  );
}
