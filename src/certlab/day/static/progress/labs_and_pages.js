// @ts-check
/**
 * Which labs are solved and which pages are read: what was begun first, the rest folded.
 *
 * @import { Child } from "../../../app/static/elements.d.ts"
 * @import { CourseIndex } from "../course_index.js"
 * @import { Solved } from "../days.d.ts"
 * @typedef {{ lab: string, title: string, module: string, path: string, solved: Solved }} KnownLab
 * @typedef {{ module: string, title: string, path: string, read: number, count: number }} KnownPages
 */

import { icon, node } from "../../../app/static/dom.js";
import { t, tn } from "../../../app/static/words.js";
import { drawSolved, exerciseWords, labProgress } from "../lab_progress.js";
import { labPath } from "../links.js";

const ORDER = { begun: 0, done: 1, open: 2 };

/**
 * The labs of an exam's path in its order, and whatever else was begun; without an exam all labs that
 * have exercises.
 *
 * @param {CourseIndex} course
 * @param {Set<string>} solved
 * @param {string} exam "" for none
 * @param {Set<string> | null} opens labs that open where the page is, null for all
 * @returns {KnownLab[]}
 */
export function labsKnown(course, solved, exam, opens) {
  const on = course.stepsOf(exam).flatMap(({ lab }) => (lab ? [lab] : []));
  const known = [...new Set([...on, ...Object.keys(course.labs)])].flatMap((lab) => {
    const { title, exercises } = course.labs[lab];
    const how = labProgress(exercises, solved);
    const wanted = how.done || !exam || on.includes(lab);
    if (!exercises.length || !wanted) return [];
    const module = course.modules[lab.split("/")[0]]?.title ?? "";
    return [{ lab, title, module, path: labPath(lab, opens), solved: how }];
  });
  return known.sort((one, other) => ORDER[one.solved.state] - ORDER[other.solved.state]);
}

/**
 * The modules of an exam, else all, with how many of their pages are read.
 *
 * @param {CourseIndex} course
 * @param {Set<unknown>} read ids of pages
 * @param {string} exam "" for none
 * @returns {KnownPages[]}
 */
export function pagesKnown(course, read, exam) {
  const own = course.exam(exam)?.modules ?? [];
  return (own.length ? own : Object.keys(course.modules)).map((module) => {
    const { title, pages } = course.modules[module];
    const done = pages.filter(({ page }) => read.has(page)).length;
    return { module, title, path: `modules/${module}.html`, read: done, count: pages.length };
  });
}

/**
 * @param {KnownLab[]} labs
 * @param {string} root leads to the root of all pages
 */
export function drawLabs(labs, root) {
  const done = labs.filter(({ solved }) => solved.state === "done").length;
  const sum = (/** @type {"done" | "count"} */ name) =>
    labs.reduce((all, { solved }) => all + solved[name], 0);
  const row = (/** @type {KnownLab} */ { title, module, path, solved }) =>
    drawRow(root + path, title, module, drawSolved(solved), [solved.done, solved.count]);
  const open = labs.filter(({ solved }) => solved.state === "open");
  return node(
    "section",
    { class: "cl-of-labs", "aria-label": t("Labs") },
    node("h2", { class: "cl-heading" }, t("Labs")),
    node(
      "p",
      { class: "cl-small cl-muted" },
      tn("{done} of {n} lab solved", "{done} of {n} labs solved", labs.length, { done }),
      " · ",
      exerciseWords({ done: sum("done"), count: sum("count") }),
    ),
    drawWhole(sum("done"), sum("count")),
    drawList(labs.filter(({ solved }) => solved.state !== "open").map(row)),
    drawFolded(
      "labs",
      tn("{n} lab not begun", "{n} labs not begun", open.length),
      open.map((one) =>
        drawRow(root + one.path, one.title, one.module, [exerciseWords(one.solved)], null),
      ),
    ),
  );
}

/**
 * @param {KnownPages[]} modules
 * @param {string} root
 */
export function drawPages(modules, root) {
  const parted = modules.filter(({ read, count }) => read > 0 && read < count);
  const whole = modules.filter(({ read, count }) => count > 0 && read === count);
  const open = modules.filter(({ read }) => !read);
  const sum = (/** @type {"read" | "count"} */ name) =>
    modules.reduce((all, one) => all + one[name], 0);
  return node(
    "section",
    { "aria-label": t("Pages") },
    node("h2", { class: "cl-heading" }, t("Pages")),
    node(
      "p",
      { class: "cl-small cl-muted" },
      tn("{read} of {n} page read", "{read} of {n} pages read", sum("count"), {
        read: sum("read"),
      }),
    ),
    drawWhole(sum("read"), sum("count")),
    drawList(
      parted.map(({ path, title, read, count }) =>
        drawRow(root + path, title, "", [t("{n} of {count}", { n: read, count })], [read, count]),
      ),
    ),
    drawFolded(
      "pages-read",
      tn("{n} module read", "{n} modules read", whole.length),
      whole.map(({ path, title, count }) =>
        drawRow(root + path, title, "", [t("read"), " ", icon("tick")], [count, count]),
      ),
    ),
    drawFolded(
      "pages",
      tn("{n} module not read yet", "{n} modules not read yet", open.length),
      open.map(({ path, title, count }) =>
        drawRow(root + path, title, "", [tn("{n} page", "{n} pages", count)], null),
      ),
    ),
  );
}

/**
 * How much of all of it is done, for the eye; the line above says it.
 *
 * @param {number} done
 * @param {number} count
 */
function drawWhole(done, count) {
  if (!count) return null;
  return node("progress", {
    class: "cl-whole",
    value: String(done),
    max: String(count),
    "aria-hidden": "true",
  });
}

/**
 * @param {string} href
 * @param {string} title
 * @param {string} of its module, "" where the title is that
 * @param {Child[]} says
 * @param {[done: number, count: number] | null} bar
 */
function drawRow(href, title, of, says, bar) {
  return node(
    "li",
    {},
    node("a", { href }, title, of ? node("small", {}, of) : null),
    bar
      ? node("progress", { value: String(bar[0]), max: String(bar[1]), "aria-hidden": "true" })
      : node("span", {}),
    node("span", { class: bar ? null : "cl-muted" }, says),
  );
}

/** @param {Node[]} rows */
const drawList = (rows) =>
  rows.length ? node("ul", { class: "cl-known-rows cl-small" }, rows) : null;

/**
 * @param {string} key
 * @param {string} words
 * @param {Node[]} rows
 */
function drawFolded(key, words, rows) {
  if (!rows.length) return null;
  return node(
    "details",
    { class: "cl-small" },
    node("summary", { "data-key": key }, words),
    drawList(rows),
  );
}
