// @ts-check
/** What a sitting came to: the score with its interval, by domain, and each question. */

import { drawCard, primary } from "../card.js";
import { shortDay } from "../dates.js";
import { drawRows, node } from "../dom.js";
import { dayHere } from "../progress/summary.js";
import { t, tn } from "../words.js";
import { limitWords } from "./clock.js";
import { drawMocks, spanWords } from "./mocks.js";
import { unaskedPercent } from "./paper.js";
import { drawCurve, drawScale, drawWhisker } from "./plots.js";
import { countOf, drawQuestions, openReview } from "./review.js";
import { offerNotes } from "./start.js";

export function drawReport(view) {
  const { desk } = view;
  const { report } = desk;
  return drawCard({
    label: t("Report"),
    left: t("{code} mock exam", { code: report.code }),
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
        t("Repeat with the same seed"),
      ),
      node(
        "button",
        {
          type: "button",
          class: "cl-quiet",
          "data-key": "leave",
          onclick: () => desk.send("leave"),
        },
        t("Another exam"),
      ),
    ],
    submit: () => openReview(view, "wrong"),
  });
}

function drawScore(report) {
  const { percent, right, wrong, unanswered, low, high, rows } = report;
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
    node(
      "p",
      { class: "cl-small" },
      t("NVIDIA publishes no pass mark and no score for this exam, only pass or fail."),
    ),
  );
}

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
      { type: "button", "data-key": "retry", onclick: () => view.desk.send("retry") },
      t("Ask these {n} again", { n: lost }),
    ),
  );
}

function drawDomains({ domains, percent, unasked }) {
  return node(
    "section",
    { class: "cl-by-domain", "aria-label": t("By domain") },
    node("h2", { class: "cl-heading" }, t("By domain")),
    node(
      "table",
      { class: "cl-figures cl-domains" },
      node(
        "thead",
        {},
        node(
          "tr",
          {},
          [t("Domain"), t("Weight"), t("Right")].map((word) => node("th", { scope: "col" }, word)),
          node(
            "th",
            { scope: "col", class: "cl-plotted" },
            node("span", { class: "cl-hidden" }, t("Plot")),
          ),
          node("th", { scope: "col" }, t("Score, %")),
        ),
      ),
      node(
        "tbody",
        {},
        domains.map((one) => drawDomain(one, percent / 100)),
      ),
      node(
        "tfoot",
        { "aria-hidden": "true" },
        node(
          "tr",
          {},
          node("td"),
          node("td"),
          node("td"),
          node("td", { class: "cl-plotted" }, drawScale()),
          node("td"),
        ),
      ),
    ),
    node(
      "p",
      { class: "cl-small cl-muted" },
      t(
        "Dot: score. Line: 80 % interval, wide where few questions were asked. Thin line: your overall score.",
      ),
      unasked.length
        ? [
            " ",
            tn("Not asked: domain {list}.", "Not asked: domains {list}.", unasked.length, {
              list: unasked.join(", "),
            }),
          ]
        : null,
    ),
  );
}

function drawDomain({ domain, name, weight, right, total, low, high }, mark) {
  return node(
    "tr",
    {},
    node("th", { scope: "row" }, `${domain} ${name}`),
    node("td", {}, `${weight} %`),
    node("td", {}, t("{right} of {total}", { right, total })),
    node("td", { class: "cl-plotted" }, drawWhisker({ share: right / total, low, high, mark })),
    node(
      "td",
      {},
      node("strong", {}, String(Math.round((100 * right) / total))),
      ` ${spanWords(low, high)}`,
    ),
  );
}

/** Why there is no chance to tell. */
function noChance({ paper, unasked }) {
  if (!unasked.length)
    return t(
      "This is not drawn, because {percent} % of the exam could not be asked and so nothing can be said about the whole exam.",
      { percent: Math.round(unaskedPercent(paper)) },
    );
  return tn(
    "This is not drawn, because {n} domain of the exam was not asked and so nothing can be said about the whole exam.",
    "This is not drawn, because {n} domains of the exam were not asked and so nothing can be said about the whole exam.",
    unasked.length,
  );
}

function drawChance(report) {
  const { curve, paper } = report;
  const heading = node(
    "h2",
    { class: "cl-heading" },
    t("Chance to pass a fresh exam, by pass mark"),
  );
  if (!curve.length) {
    return node(
      "section",
      { class: "cl-chance" },
      heading,
      node("p", { class: "cl-small cl-muted" }, noChance(report)),
    );
  }
  return node(
    "section",
    { class: "cl-chance" },
    heading,
    drawCurve(curve),
    node(
      "p",
      { class: "cl-small cl-muted" },
      t(
        "This is for {n} new questions, if your level is within the interval that this exam showed.",
        { n: paper.official },
      ),
    ),
    drawCutTable(curve),
  );
}

function drawCutTable(curve) {
  const steps = curve.filter(([cut]) => cut % 5 === 0);
  return node(
    "details",
    { class: "cl-small" },
    node("summary", {}, t("As a table")),
    node(
      "table",
      { class: "cl-figures" },
      node(
        "thead",
        {},
        node(
          "tr",
          {},
          [t("Cut"), t("Chance")].map((word) => node("th", { scope: "col" }, word)),
        ),
      ),
      node(
        "tbody",
        {},
        steps.map(([cut, chance]) =>
          node(
            "tr",
            {},
            node("th", { scope: "row" }, `${cut} %`),
            node("td", {}, `${Math.round(100 * chance)} %`),
          ),
        ),
      ),
    ),
  );
}

function reportRows({ seed, minutes, allowed, paper }) {
  const notes = offerNotes({ ...paper, hands_on_labs: 0 });
  return [
    [
      t("Time"),
      allowed === null
        ? limitWords(minutes)
        : t("{minutes} of {allowed} minutes", { minutes, allowed }),
    ],
    [t("Seed"), String(seed)],
    [
      t("Drawn"),
      notes.length ? notes.map((says) => node("div", {}, says)) : t("by the published weights"),
    ],
  ];
}

/** The same paper once more, with as much time. */
function repeat(desk) {
  const { exam, seed, asked, official } = desk.report.paper;
  const { factor, seats } = desk.sitting;
  const whole = seats.reduce((sum, { wanted }) => sum + wanted, 0) === official;
  desk.send("begin", { exam, seed, factor, count: whole ? null : asked.length });
}
