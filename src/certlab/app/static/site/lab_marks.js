// @ts-check
/**
 * How far each lab of a list is, beside its title; nothing of one of which nothing is solved.
 *
 * @import { Store } from "../store/store.js"
 */

import { CourseIndex } from "../../../day/static/course_index.js";
import { drawSolved, labProgress } from "../../../day/static/lab_progress.js";
import { Standing } from "../../../day/static/standing.js";
import { json } from "./assets.js";

/**
 * Fill the marks below `el`, which name their labs by data-lab, now and after each change.
 *
 * @param {HTMLElement} el
 * @param {Store} store
 */
export async function mountLabMarks(el, store) {
  const draw = async () => {
    const rows = await store.rows();
    if (!rows.length) return; // for a visitor nothing is fetched
    const course = new CourseIndex(...(await Promise.all([json("paths"), json("index")])));
    const { solved } = new Standing(course, rows);
    for (const mark of el.querySelectorAll("[data-lab]")) {
      const exercises = course.labs[mark.getAttribute("data-lab") ?? ""]?.exercises ?? [];
      mark.replaceChildren(...drawSolved(labProgress(exercises, solved)));
    }
  };
  store.follow(draw);
  await draw();
}
