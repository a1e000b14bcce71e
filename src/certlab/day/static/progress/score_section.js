// @ts-check
/**
 * The score of the page of progress: the figure of today, how it came about, and the same as a table.
 *
 * @import { Expected, MockMark, OverTime } from "../days.d.ts"
 * @typedef {{ says: string, plan: string, over: OverTime | null }} Estimated what is known of the estimate; why
 *   it is not more, and where Python works it out, "" for nowhere
 */

import { shortDay } from "../../../app/static/dates.js";
import { node } from "../../../app/static/dom.js";
import { spanWords } from "../../../app/static/exam/mocks.js";
import { t, tn } from "../../../app/static/words.js";
import { drawLacking } from "../score.js";
import { drawScoreChart } from "./score_chart.js";

const percent = (/** @type {number} */ share) => Math.round(100 * share);

/**
 * @param {{ exam: string, code: string }} exam
 * @param {Estimated} estimated
 * @param {MockMark[]} marks
 * @param {string} root leads to the root of all pages
 */
export function drawScoreSection({ exam, code }, { says, plan, over }, marks, root) {
  const points = over?.points ?? [];
  const outlook = over?.outlook;
  const last = marks.at(-1);
  const mock = last ? t("Sit the next mock exam") : t("Sit a mock exam");
  return node(
    "section",
    { class: "cl-of-score", "aria-label": t("Your score over time") },
    node("h2", { class: "cl-heading" }, t("Your score for {code}", { code })),
    outlook?.now ? drawNow(outlook.now, outlook.answers) : null,
    outlook && !outlook.now ? drawLacking(outlook.lacks, outlook.domains, outlook.fresh) : null,
    last ? drawLast(last) : null,
    points.length || last
      ? [drawScoreChart(points, marks), drawLegend(points.length, marks.length)]
      : null,
    says ? drawWhy(says, plan, root) : null,
    outlook?.publisher
      ? node(
          "p",
          { class: "cl-small cl-muted" },
          t("{publisher} publishes no pass mark.", { publisher: outlook.publisher }),
        )
      : null,
    node(
      "p",
      { class: "cl-begin" },
      node(
        "a",
        { class: "cl-button", href: `${root}mock-exam.html?exam=${exam}`, "data-key": "mock" },
        mock,
      ),
    ),
    points.length || last ? drawTable(points, marks) : null,
  );
}

/**
 * @param {string} says
 * @param {string} plan
 * @param {string} root
 */
function drawWhy(says, plan, root) {
  const there = t("See the full plan, with what to expect");
  return node(
    "p",
    { class: "cl-small cl-muted", role: "status" },
    says,
    plan ? [" ", node("a", { href: root + plan, "data-key": "full" }, there)] : null,
  );
}

/**
 * @param {Expected} now
 * @param {number} answers
 */
function drawNow({ mean, low, high }, answers) {
  return node(
    "p",
    { class: "cl-now" },
    node("strong", { class: "cl-figure cl-is-strong" }, String(percent(mean))),
    node("span", {}, ` ${t("% expected today")} ${spanWords(low, high)}`),
    node(
      "span",
      { class: "cl-small cl-muted" },
      ` · ${tn("80 % interval, from {n} first answer.", "80 % interval, from {n} first answers.", answers)}`,
    ),
  );
}

/** @param {MockMark} mark */
function drawLast({ n, day, right, count, share, low, high }) {
  return node(
    "p",
    {},
    t("Mock exam {n} on {day}: {percent} %", { n, day: shortDay(day), percent: percent(share) }),
    ` ${spanWords(low, high)}`,
    node("span", { class: "cl-small cl-muted" }, ` · ${t("{right} of {count}", { right, count })}`),
  );
}

/**
 * @param {number} points
 * @param {number} marks
 */
function drawLegend(points, marks) {
  const key = (/** @type {string} */ own, /** @type {string} */ sign) =>
    node("span", { class: `cl-key-of ${own}`, "aria-hidden": "true" }, sign);
  return node(
    "ul",
    { class: "cl-legend cl-small cl-muted" },
    points
      ? node("li", {}, key("cl-of-line", ""), t("expected score, % right, with its 80 % interval"))
      : null,
    marks
      ? node("li", {}, key("cl-of-star", "★"), t("mock exam, % right, with its 80 % interval"))
      : null,
  );
}

/**
 * @param {(Expected & { day: string })[]} points
 * @param {MockMark[]} marks
 */
function drawTable(points, marks) {
  const rows = [
    ...points.map(({ day, mean, low, high }) => ({
      day,
      what: t("Expected score"),
      share: mean,
      low,
      high,
    })),
    ...marks.map((mark) => ({ ...mark, what: t("Mock exam {n}", { n: mark.n }) })),
  ].sort((one, other) => other.day.localeCompare(one.day));
  return node(
    "details",
    { class: "cl-small" },
    node("summary", { "data-key": "score-table" }, t("The same as a table")),
    node(
      "table",
      { class: "cl-figures" },
      node(
        "thead",
        {},
        node(
          "tr",
          {},
          [t("Day"), "", t("% right"), t("80 % interval")].map((word) =>
            word ? node("th", { scope: "col" }, word) : node("td", {}),
          ),
        ),
      ),
      node(
        "tbody",
        {},
        rows.map(({ day, what, share, low, high }) =>
          node(
            "tr",
            {},
            node("th", { scope: "row" }, shortDay(day)),
            node("td", {}, what),
            node("td", {}, String(percent(share))),
            node("td", {}, `${percent(low)}–${percent(high)}`),
          ),
        ),
      ),
    ),
  );
}
