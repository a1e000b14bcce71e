// @ts-check
/**
 * Today's work: a list to press, what begins it, and why it is this.
 *
 * @import { Attributes, Child } from "../../app/static/elements.d.ts"
 * @import { Ahead, ShownGoal, ShownTask, StartView } from "./days.d.ts"
 */

import { shortDay } from "../../app/static/dates.js";
import { icon, node } from "../../app/static/dom.js";
import { t, tn } from "../../app/static/words.js";
import { workLink } from "./links.js";

/** @param {StartView} view */
export function drawToday(view) {
  const { model } = view;
  /** @type {ShownTask[]} */
  const tasks = model.get("tasks");
  return node(
    "section",
    { class: "cl-today" },
    node("h2", { class: "cl-heading", tabindex: "-1" }, headOf(tasks)),
    drawTally(tasks),
    drawEnd(view, tasks),
    tasks.length
      ? node(
          "ol",
          { class: "cl-tasks" },
          tasks.map((task, place) => drawTask(view, task, place)),
        )
      : null,
    drawAhead(model.get("ahead")),
    drawBegin(view, tasks),
    drawWhyToday(model.get("reasons"), !tasks.length),
  );
}

/**
 * @param {ShownTask[]} tasks
 * @param {"minutes" | "done" | "count"} name
 */
const total = (tasks, name) => tasks.reduce((sum, one) => sum + one[name], 0);
/** @param {number} minutes */
const whole = (minutes) => Math.max(1, Math.round(minutes));
/** @param {{ done: number, count: number }} task */
const isLeft = ({ done, count }) => done < count;

/** @param {ShownTask[]} tasks */
function headOf(tasks) {
  if (!tasks.length) return t("Nothing more today");
  if (!tasks.some(isLeft)) return t("Done for today.");
  const minutes = whole(total(tasks, "minutes"));
  return tn("Today, about {n} minute", "Today, about {n} minutes", minutes);
}

/**
 * How far the list is, once it is begun.
 *
 * @param {ShownTask[]} tasks
 */
function drawTally(tasks) {
  const [done, count] = [total(tasks, "done"), total(tasks, "count")];
  if (!done) return null;
  const says = t("{n} of {count} done", { n: done, count });
  return node(
    "p",
    { class: "cl-tally cl-small" },
    node("progress", { value: String(done), max: String(count), "aria-hidden": "true" }),
    says,
  );
}

/**
 * The lab of the days to come, by name.
 *
 * @param {Ahead} ahead
 */
function drawAhead({ title, path, days }) {
  if (!title || !path) return null;
  const says =
    days === 1 ? t("Tomorrow: Lab: {title}", { title }) : t("This week: Lab: {title}", { title });
  return node("p", { class: "cl-small" }, workLink(path, {}, says));
}

/**
 * What comes when all is done: tomorrow's work, and more today for those who want it.
 *
 * @param {StartView} view
 * @param {ShownTask[]} tasks
 */
function drawEnd(view, tasks) {
  const { model } = view;
  if (tasks.some(isLeft)) return null;
  const { reviews, minutes } = model.get("tomorrow");
  return node(
    "div",
    { class: "cl-end" },
    minutes ? node("p", {}, tomorrowWords(reviews, whole(minutes))) : null,
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
  );
}

/** @param {StartView} view */
function addMore(view) {
  if (view.planning) return;
  view.send("more");
  view.planning = true;
  view.paint();
}

/**
 * @param {number} reviews
 * @param {number} minutes
 */
function tomorrowWords(reviews, minutes) {
  const about = tn("about {n} minute", "about {n} minutes", minutes);
  if (!reviews) return t("Tomorrow {about}.", { about });
  return tn("Tomorrow {n} review, {about}.", "Tomorrow {n} reviews, {about}.", reviews, { about });
}

/**
 * Which exam, when, and the way to change it.
 *
 * @param {StartView} view
 * @param {ShownGoal} goal
 */
export function drawExam(view, { code, name, day, left, minutes }) {
  /**
   * @param {string} term
   * @param {string} says
   */
  const pair = (term, says) => node("div", {}, node("dt", {}, term), node("dd", {}, says));
  return node(
    "div",
    { class: "cl-start-exam" },
    node("p", { class: "cl-score" }, `${name}, ${code}`),
    node(
      "dl",
      {},
      pair(t("Exam"), shortDay(day)),
      pair(
        t("Left"),
        left > 0 ? tn("{n} day", "{n} days", left) : left === 0 ? t("today") : t("passed"),
      ),
      pair(t("A day"), tn("{n} minute", "{n} minutes", minutes)),
      node(
        "div",
        {},
        node("dt", { class: "cl-hidden" }, t("Change")),
        node(
          "dd",
          {},
          node(
            "button",
            {
              type: "button",
              class: "cl-quiet",
              "data-key": "change",
              onclick: () => view.send("change"),
            },
            t("Change"),
          ),
        ),
      ),
    ),
  );
}

/**
 * What a task is called.
 *
 * @param {ShownTask} task
 */
function titleOf({ kind, count, title }) {
  if (kind === "review") return tn("{n} review", "{n} reviews", count);
  if (kind === "new") return tn("{n} new item", "{n} new items", count);
  return kind === "lab" ? t("Lab: {title}", { title }) : t("Read: {title}", { title });
}

/**
 * @param {StartView} view
 * @param {ShownTask} task
 * @param {number} place
 */
function drawTask(view, task, place) {
  if (!isLeft(task)) return drawDone(task);
  const parts = task.parts.map(({ name, count }) => `${name} ${count}`).join(", ");
  const begun = task.done ? t("{n} of {count} done", { n: task.done, count: task.count }) : "";
  return node(
    "li",
    {},
    actOn(view, task, place, { class: "cl-task", "data-key": `task-${place}` }, titleOf(task)),
    node("span", { class: "cl-muted" }, tn("{n} min", "{n} min", whole(task.minutes))),
    node("small", {}, [begun, parts, task.why].filter(Boolean).join(". ")),
  );
}

/**
 * A task that is done, ticked, or skipped; what was read or solved can be opened again.
 *
 * @param {ShownTask} task
 */
function drawDone(task) {
  const attributes = { class: "cl-task" };
  return node(
    "li",
    { class: task.state === "skipped" ? "cl-done" : "cl-done cl-is-right" },
    task.path ? workLink(task.path, attributes, titleOf(task)) : node("span", {}, titleOf(task)),
    task.state === "skipped"
      ? node("span", { class: "cl-small cl-muted" }, t("Skipped: you were asked enough"))
      : node("span", { class: "cl-tag" }, icon("right"), t("Done")),
  );
}

/**
 * A link to what a task opens, or a button that asks its items.
 *
 * @param {StartView} view
 * @param {ShownTask} task
 * @param {number} place
 * @param {Attributes<any>} attributes
 * @param {Child} inside
 */
function actOn(view, task, place, attributes, inside) {
  if (task.path) return workLink(task.path, attributes, inside);
  return node(
    "button",
    { type: "button", onclick: () => view.send("task", { place }), ...attributes },
    inside,
  );
}

/**
 * The one primary action: the first thing to do.
 *
 * @param {StartView} view
 * @param {ShownTask[]} tasks
 */
function drawBegin(view, tasks) {
  const place = tasks.findIndex(isLeft);
  if (place < 0) return null;
  const first = tasks[place];
  const work = titleOf({ ...first, count: first.count - first.done });
  const begin = first.done ? t("Go on with {work}", { work }) : t("Start with {work}", { work });
  return node(
    "div",
    { class: "cl-field cl-begin" },
    actOn(
      view,
      first,
      place,
      { class: "cl-button cl-primary", "data-key": "begin" },
      first.path ? t("Open {title}", { title: first.title }) : begin,
    ),
    node(
      "span",
      { class: "cl-small cl-muted" },
      t("You can stop after any item; each answer is saved."),
    ),
  );
}

/**
 * @param {string[]} reasons
 * @param {boolean} open
 */
function drawWhyToday(reasons, open) {
  if (!reasons.length) return null;
  return node(
    "details",
    { class: "cl-small", open },
    node("summary", { "data-key": "why" }, t("Why this today")),
    node(
      "ul",
      { class: "cl-whys" },
      reasons.map((says) => node("li", {}, says)),
    ),
  );
}
