// @ts-check
/**
 * The way to an exam on a page: of the exam it names, or of the learner's own.
 *
 * @import { Store } from "../store/store.js"
 */

import { node } from "../dom.js";
import { t } from "../words.js";
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
  const [{ CourseIndex }, { Standing }, { wayTo }, { drawWay, wayWords }, paths, banks] =
    await Promise.all([
      import("../../../day/static/course_index.js"),
      import("../../../day/static/standing.js"),
      import("../../../day/static/stations.js"),
      import("../../../day/static/way.js"),
      json("paths"),
      json("index"),
      styled([new URL("day/static/way.css", ASSETS)]),
    ]);
  const course = new CourseIndex(paths, banks);
  const opens = SURFACE === "app" ? null : new Set((el.dataset.labs ?? "").split(" "));
  const cameWith = [...el.childNodes];
  const draw = async () => {
    const exam = el.dataset.exam || (await ownExam(store))?.exam;
    if (!exam || !course.exam(exam)?.steps.length) {
      el.replaceChildren(...cameWith);
      return;
    }
    const way = wayTo(new Standing(course, await store.rows()), exam, opens);
    el.replaceChildren(
      node(
        "p",
        { class: "cl-small cl-muted" },
        wayWords(way),
        " · ",
        t("round: read, square: lab"),
      ),
      drawWay(way, { root: ROOT.href, whole: true }),
    );
  };
  store.follow(draw);
  await draw();
}
