// @ts-check
/**
 * How far each lab of a list is, beside its title; nothing of one that was not begun.
 *
 * @import { Store } from "../store/store.js"
 */

import { CourseIndex } from "../../../day/static/course_index.js";
import { Standing } from "../../../day/static/standing.js";
import { icon } from "../dom.js";
import { t } from "../words.js";
import { json } from "./assets.js";

/**
 * Fill the marks below `el`, which name their labs by data-lab, now and after each change.
 *
 * @param {HTMLElement} el
 * @param {Store} store
 */
export async function mountLabMarks(el, store) {
  const course = new CourseIndex(...(await Promise.all([json("paths"), json("index")])));
  const draw = async () => {
    const { solved } = new Standing(course, await store.rows());
    for (const mark of el.querySelectorAll("[data-lab]")) {
      const exercises = course.labs[mark.getAttribute("data-lab") ?? ""]?.exercises ?? [];
      const n = exercises.filter((id) => solved.has(id)).length;
      const count = exercises.length;
      const says = n ? t("{n} of {count}", { n, count }) : "";
      mark.replaceChildren(...(n && n === count ? [icon("tick"), " "] : []), says);
    }
  };
  store.follow(draw);
  await draw();
}
