// @ts-check
/**
 * The way to an exam on a page: of the exam it names, or of the learner's own.
 *
 * @import { PathExam } from "../../../day/static/course_files.d.ts"
 * @import { Way } from "../../../day/static/days.d.ts"
 * @import { Store } from "../store/store.js"
 */

import { node } from "../dom.js";
import { t, tn } from "../words.js";
import { ASSETS, json, ROOT, SURFACE, styled } from "./assets.js";
import { ownExam } from "./own_exam.js";

/**
 * Draw it in place of what the page came with, now and after each change.
 *
 * `data-exam` names the exam, "" the learner's own; `data-labs` are the labs that open here.
 *
 * @param {HTMLElement} el
 * @param {Store} store
 */
export async function mountWay(el, store) {
  const [{ CourseIndex }, { Standing }, { wayTo }, { drawWay }, { hoursWords }, paths, banks] =
    await Promise.all([
      import("../../../day/static/course_index.js"),
      import("../../../day/static/standing.js"),
      import("../../../day/static/stations.js"),
      import("../../../day/static/way.js"),
      import("../../../day/static/path_hours.js"),
      json("paths"),
      json("index"),
      styled([new URL("day/static/path_stations.css", ASSETS)]),
    ]);
  const course = new CourseIndex(paths, banks);
  const opens = SURFACE === "app" ? null : new Set((el.dataset.labs ?? "").split(" "));
  const cameWith = [...el.childNodes];
  const draw = async () => {
    const own = await ownExam(store);
    const exam = course.exam(el.dataset.exam || own?.exam || "");
    if (!exam) {
      el.replaceChildren(...cameWith);
      return;
    }
    const way = wayTo(new Standing(course, await store.rows()), exam.exam, opens);
    const whose = el.dataset.exam ? null : drawExam(exam);
    el.replaceChildren(
      ...[
        whose,
        drawTally(way, hoursWords(way.minutes)),
        drawHere(way),
        drawWay(way, { root: ROOT.href, whole: true }),
      ].filter((one) => one !== null),
    );
  };
  store.follow(draw);
  await draw();
}

/**
 * The exam that the path leads to, with what there is to know of it.
 *
 * @param {PathExam} exam
 */
function drawExam({ exam, code, name }) {
  const href = `${ROOT}certifications/${exam}.html`;
  return node(
    "p",
    { class: "cl-way-exam" },
    node("strong", {}, `${code} ${name}`),
    " · ",
    node("a", { href }, t("what this exam asks")),
  );
}

/**
 * The way on from where one is; nothing for who has not begun, whose first step stands just below.
 *
 * @param {Way} way
 */
function drawHere({ stations }) {
  const at = stations.findIndex(({ here }) => here);
  if (at < 1) return null;
  const { name, part, kind, path, minutes } = stations[at];
  const title = kind === "read" && part ? `${name} · ${part}` : name;
  return node(
    "p",
    { class: "cl-way-here" },
    node("strong", { class: "cl-here" }, t("You are here")),
    ": ",
    node("a", { href: `${ROOT}${path}` }, title),
    node("span", { class: "cl-muted" }, ` · ${tn("{n} min", "{n} min", minutes)}`),
  );
}

/**
 * How far one is, and what is left to read and to do.
 *
 * @param {Way} way
 * @param {string} hours of all of it
 */
function drawTally({ stations }, hours) {
  const steps = stations.filter(({ kind }) => kind !== "mock");
  const open = steps.filter(({ state }) => state === "open" || state === "begun");
  const minutes = (/** @type {string} */ kind) =>
    open.filter((one) => one.kind === kind).reduce((sum, one) => sum + one.minutes, 0);
  const count = steps.length;
  const done = count - open.length;
  return node(
    "p",
    { class: "cl-way-tally cl-small" },
    count
      ? node("progress", { value: String(done), max: String(count), "aria-hidden": "true" })
      : null,
    node("strong", {}, hours),
    node("span", {}, t("{n} of {count} steps done", { n: done, count })),
    node(
      "span",
      { class: "cl-muted" },
      [
        minutes("read") ? t("left to read: {n} min", { n: minutes("read") }) : "",
        minutes("lab") ? t("labs: {n} min", { n: minutes("lab") }) : "",
      ]
        .filter(Boolean)
        .join(" · "),
    ),
    node("span", { class: "cl-muted" }, t("round: read, square: lab")),
  );
}
