// @ts-check
/**
 * What five answers come to: an estimate where the course has enough of the exam for a score, else what they touched.
 *
 * @import { FirstSet, Mark, OfferedExam } from "./front.d.ts"
 */

import { node } from "../../app/static/dom.js";
import { intervalOf } from "../../app/static/exam/interval.js";
import { spanWords } from "../../app/static/exam/mocks.js";
import { drawScale, drawWhisker } from "../../app/static/exam/plots.js";
import { t, tn } from "../../app/static/words.js";

/**
 * `marks` are those of the questions in their order.
 *
 * @param {OfferedExam} exam
 * @param {FirstSet} set
 * @param {Mark[]} marks
 */
export function drawFirstResult(exam, set, marks) {
  const right = marks.filter((mark) => mark === "right").length;
  const count = marks.length;
  return [
    node(
      "p",
      { class: "cl-score", tabindex: "-1" },
      t("{n} of {count} right", { n: right, count }),
    ),
    exam.scored ? drawEstimate(right, count) : drawTouched(exam, set),
  ];
}

/**
 * @param {number} right
 * @param {number} count
 */
function drawEstimate(right, count) {
  const [low, high] = intervalOf(right, count);
  const share = right / count;
  return node(
    "div",
    { class: "cl-estimate" },
    node(
      "p",
      {},
      t("A first estimate, in percent:"),
      " ",
      node("strong", {}, String(Math.round(100 * share))),
      ` ${spanWords(low, high)}`,
      node("span", { class: "cl-muted" }, ` · ${t("80 % interval")}`),
    ),
    drawWhisker({ share, low, high, strong: true, height: 24 }),
    drawScale(),
    node(
      "p",
      { class: "cl-muted" },
      tn(
        "It is of easy questions like this one, and one answer says no more.",
        "It is of easy questions like these, and {n} answers say no more. The questions of a plan narrow it down.",
        count,
      ),
    ),
  );
}

/**
 * @param {OfferedExam} exam
 * @param {FirstSet} set
 */
function drawTouched({ code, served }, set) {
  const touched = Object.entries(
    Object.fromEntries(set.items.map((item) => [set.objectives[item].number, item])),
  );
  return node(
    "div",
    { class: "cl-estimate" },
    node(
      "p",
      {},
      tn(
        "The questions touched one objective of {code}:",
        "The questions touched {n} objectives of {code}:",
        touched.length,
        { code },
      ),
    ),
    node(
      "ul",
      {},
      touched.map(([number, item]) => node("li", {}, `${number} ${set.objectives[item].title}`)),
    ),
    node(
      "p",
      { class: "cl-muted" },
      t(
        "The course has enough questions on objectives that are {percent} % of this exam, and a score needs half of it.",
        { percent: Math.round(100 * served) },
      ),
    ),
  );
}
