// @ts-check
/**
 * A card for one task that opens something, and the card of a day that is done.
 *
 * @import { ShownTask, StartView } from "./days.d.ts"
 */

import { node } from "../../app/static/dom.js";
import { dueLine } from "../../app/static/memory/counts.js";
import { t, tn } from "../../app/static/words.js";
import { exerciseWords } from "./lab_progress.js";
import { minuteWords, titleOf, wholeMinutes } from "./lead.js";
import { workLink } from "./links.js";
import { addPicture } from "./page_picture.js";

/**
 * What to read, or the lab to do, with its one button.
 *
 * @param {ShownTask} task
 */
export function drawTaskCard(task) {
  const { kind, title, minutes, path, why, solved } = task;
  const body = node(
    "div",
    { class: "cl-body" },
    node("h2", { class: "cl-heading" }, title),
    node("p", { class: "cl-small cl-muted" }, why),
    solved?.count ? node("p", { class: "cl-small" }, exerciseWords(solved)) : null,
  );
  if (kind === "page") addPicture(body, path);
  const values = { title, n: wholeMinutes(minutes) };
  const words =
    kind === "page" ? t("Read {title}, {n} min", values) : t("Do the lab {title}, {n} min", values);
  return node(
    "section",
    { class: "cl-item", "aria-label": titleOf(task) },
    node(
      "div",
      { class: "cl-head" },
      node("span", {}, node("strong", {}, kind === "page" ? t("Read") : t("Lab"))),
      node("span", { class: "cl-place" }, minuteWords(minutes)),
    ),
    body,
    node(
      "div",
      { class: "cl-foot" },
      workLink(path, { class: "cl-button cl-primary", "data-key": "begin" }, words),
    ),
  );
}

/**
 * Nothing is left: what comes tomorrow, and more for those who want it.
 *
 * @param {StartView} view
 */
export function drawDone(view) {
  const { model } = view;
  const counts = model.get("counts");
  const due = counts && model.get("goal").left > 0 ? dueLine(counts, counts.of) : "";
  const next = tomorrowWords(model.get("tomorrow").minutes);
  return node(
    "section",
    { class: "cl-item cl-end" },
    node(
      "div",
      { class: "cl-body" },
      node("h2", { class: "cl-heading" }, headOf(model.get("tasks"))),
      due || next ? node("p", {}, [due, " ", next]) : null,
    ),
    node(
      "div",
      { class: "cl-foot" },
      node(
        "button",
        {
          type: "button",
          "data-key": "more",
          "aria-disabled": view.planning ? "true" : null,
          onclick: () => addMore(view),
        },
        view.planning ? t("Planning…") : t("More"),
      ),
    ),
  );
}

/** @param {ShownTask[]} tasks */
function headOf(tasks) {
  if (!tasks.length) return t("Nothing is left to do today.");
  const minutes = wholeMinutes(tasks.reduce((sum, { planned }) => sum + planned, 0));
  return tn("{n} minute of work is done.", "{n} minutes of work are done.", minutes);
}

/** @param {StartView} view */
function addMore(view) {
  if (view.planning) return;
  view.send("more");
  view.planning = true;
  view.paint();
}

/** @param {number | undefined} minutes of the next day's list, where there is one */
function tomorrowWords(minutes) {
  if (!minutes) return "";
  const about = tn("about {n} minute", "about {n} minutes", wholeMinutes(minutes));
  return t("Tomorrow {about}.", { about });
}
