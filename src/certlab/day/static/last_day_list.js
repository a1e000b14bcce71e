// @ts-check
/**
 * The list for the last day, as the page of the exam's day shows it.
 *
 * @import { Child } from "../../app/static/elements.d.ts"
 * @import { LastDay, LastSet, Sat } from "./last_days.d.ts"
 */

import { dayHere, longDay, shortDay } from "../../app/static/dates.js";
import { node } from "../../app/static/dom.js";
import { t, tn } from "../../app/static/words.js";
import { A_REVIEW } from "./last_day.js";

/**
 * @param {LastSet} data
 * @param {LastDay} found
 * @param {string} day of the exam
 * @param {string} root leads to the root of all pages
 */
export function drawLastDay(data, found, day, root) {
  const to = (/** @type {string} */ path, /** @type {Child} */ inside) =>
    node("a", { href: `${root}${path}` }, inside);
  const parts = [
    drawReviews(data, found, to),
    drawWeak(found, to),
    drawCards(found, to),
    drawPapers(data, found, to),
  ];
  return node(
    "div",
    { class: "cl-last-day" },
    node(
      "p",
      {},
      t("Made from your plan for {code} on {day}. Nothing of it is new.", {
        code: data.code,
        day: longDay(day),
      }),
    ),
    node(
      "ol",
      {},
      parts.filter(Boolean).map((part) => node("li", {}, part)),
      node("li", {}, to("certifications/exam-day.html#on-the-day", t("What to have at hand"))),
    ),
  );
}

/** @typedef {(path: string, inside: Child) => HTMLElement} To */

/**
 * @param {LastSet} data
 * @param {LastDay} found
 * @param {To} to
 * @returns {Child}
 */
function drawReviews({ exam }, { reviews, waiting }, to) {
  if (!reviews.length) return t("Nothing is due by then.");
  const says = tn(
    "{n} question is due: about {minutes} min.",
    "{n} questions are due: about {minutes} min.",
    reviews.length,
    { minutes: Math.ceil(A_REVIEW * reviews.length) },
  );
  const rest = waiting
    ? tn("{n} more is due; leave it.", "{n} more are due; leave them.", waiting)
    : "";
  return [says, " ", to(`drill.html?drill=${exam}`, t("Drill")), rest ? ` ${rest}` : ""];
}

/**
 * @param {LastDay} found
 * @param {To} to
 * @returns {Child}
 */
function drawWeak({ weak }, to) {
  if (!weak.length) return t("You have answered too little to say what is weak.");
  const rows = weak.map(({ number, title, recall, page, section, path }) => {
    const says = `${number} ${title}, ${t("{percent} %", { percent: Math.round(100 * recall) })}`;
    const read = section ? `${page}: ${section}` : page;
    return node("li", {}, says, path ? [" · ", to(path, read)] : "");
  });
  return [t("Where you are weakest, and what to read of it:"), node("ul", {}, rows)];
}

/**
 * @param {LastDay} found
 * @param {To} to
 * @returns {Child}
 */
function drawCards({ cards }, to) {
  if (!cards.length) return null;
  const about = cards.flatMap(({ name, path, count }, place) => [
    place ? ", " : " ",
    to(path, `${name} ${count}`),
  ]);
  return [t("Cards to turn once more:"), about];
}

/**
 * @param {LastSet} data
 * @param {LastDay} found
 * @param {To} to
 * @returns {Child}
 */
function drawPapers(data, { papers }, to) {
  if (!papers.length) return t("You have sat no mock exam of it.");
  const reports = to(`mock-exam.html?exam=${data.exam}`, t("their reports"));
  const rows = papers.map((one) => node("li", {}, paperWords(data, one)));
  return [t("What went wrong in your mock exams:"), " ", reports, node("ul", {}, rows)];
}

/**
 * @param {LastSet} data
 * @param {Sat} sat
 */
function paperWords({ domains }, { number, at, right, total, missed }) {
  const says = t("{paper}, {day}: {right} of {count} right", {
    paper: number ? t("Paper {n}", { n: number }) : t("Random"),
    day: shortDay(dayHere(Date.parse(at))),
    right,
    count: total,
  });
  if (!missed.length) return says;
  const [[domain, count]] = missed;
  const most = t("most missed: {domain} ({count})", {
    domain: domains[domain] ?? String(domain),
    count,
  });
  return `${says}; ${most}`;
}
