// @ts-check
/**
 * What the front page has for somebody without a plan: exams, their first questions, and the way to each.
 *
 * @import { FrontPage, NewcomerDrawing } from "../../../day/static/front.d.ts"
 * @import { Store } from "../store/store.js"
 */

import { json, PAGES, ROOT, SURFACE } from "./assets.js";
import { mountLive } from "./live_figure.js";

/** What is drawn and reckoned of a day, asked for beside what it is drawn from. */
export async function parts() {
  return (await import("../../../day/static/parts.js")).PARTS;
}

/**
 * What draws a newcomer's part; null where the page has no room for it, or its files cannot be had.
 *
 * @param {Store} store
 * @returns {Promise<NewcomerDrawing | null>}
 */
export async function newcomerOn(store) {
  const chips = /** @type {HTMLElement | null} */ (document.querySelector("#exams"));
  if (!chips) return null;
  try {
    const [{ Newcomer }, paths] = await Promise.all([parts(), json("paths")]);
    if (store.classroom) document.querySelector(".front .alone")?.remove(); // the class sees answers
    /** @type {FrontPage} */
    const front = {
      exams: paths.exams,
      root: ROOT.href,
      pages: PAGES(),
      surface: SURFACE,
      chips,
      read: (exam) => json(`first-${exam}`),
      readMore: (exam) => json(`more-${exam}`),
      live: mountLiveIn,
      drawWay: (exam) => drawWayTo(exam, store).catch(console.warn),
    };
    return (view, place) => new Newcomer(view, place, front);
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/** @type {FrontPage["live"]} */
async function mountLiveIn(el, folder, begin) {
  Object.assign(el.dataset, { folder, begin: JSON.stringify(begin) });
  await mountLive(el);
}

/**
 * The way to an exam under its name, in the place that the page has for it.
 *
 * @param {string} exam
 * @param {Store} store
 */
async function drawWayTo(exam, store) {
  const place = /** @type {HTMLElement | null} */ (document.querySelector("#way"));
  if (!place) return;
  place.dataset.exam = exam;
  const [{ CourseIndex, Standing, wayTo, drawWayStrip }, paths, banks] = await Promise.all([
    parts(),
    json("paths"),
    json("index"),
  ]);
  const course = new CourseIndex(paths, banks);
  const opens = SURFACE === "app" ? null : new Set((place.dataset.labs ?? "").split(" "));
  const rows = await store.rows();
  if (place.dataset.exam !== exam) return; // another one was chosen meanwhile
  const way = course.exam(exam)?.steps.length
    ? [drawWayStrip(wayTo(new Standing(course, rows), exam, opens), ROOT.href)]
    : [];
  place.replaceChildren(...way);
}
