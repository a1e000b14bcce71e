// @ts-check
/**
 * What follows the card of the day: how far the day is, its other tasks, and why it is these.
 *
 * @import { Ahead, Asked, ShownTask, StartView } from "./days.d.ts"
 * @import { Attributes, Child } from "../../app/static/elements.d.ts"
 */

import { node } from "../../app/static/dom.js";
import { t } from "../../app/static/words.js";
import { exerciseWords } from "./lab_progress.js";
import { isLeft, leadOf, minuteWords, titleOf } from "./lead.js";
import { workLink } from "./links.js";

/** @param {StartView} view */
export function drawToday(view) {
  const { model } = view;
  /** @type {ShownTask[]} */
  const tasks = model.get("tasks");
  const first = firstOf(tasks, model.get("asked"));
  const others = tasks.flatMap((task, place) =>
    place === first ? [] : [drawTask(view, task, place)],
  );
  const ahead = model.get("ahead").map(drawAhead);
  return [
    drawTally(tasks, first >= 0 ? t("Then") : t("Today")),
    others.length || ahead.length ? node("ol", { class: "cl-tasks" }, others, ahead) : null,
    model.get("unplanned")
      ? node(
          "p",
          { class: "cl-small cl-muted", role: "status" },
          t("The rest of your day is being planned from your answers."),
        )
      : null,
    drawWhyToday(model.get("reasons"), !tasks.length),
  ];
}

/**
 * The place of the task that the card shows; -1 for one that is done by now.
 *
 * @param {ShownTask[]} tasks
 * @param {Asked | null} asked
 */
function firstOf(tasks, asked) {
  if (!asked) return leadOf(tasks);
  const same = (/** @type {ShownTask} */ { items }) => items.some((id) => asked.items.includes(id));
  return tasks.findIndex((task) => isLeft(task) && same(task));
}

/**
 * A bar of the day's minutes that fills.
 *
 * @param {ShownTask[]} tasks
 * @param {string} title
 */
function drawTally(tasks, title) {
  if (!tasks.length) return null;
  const sum = (/** @type {"planned" | "minutes"} */ name) =>
    tasks.reduce((all, one) => all + one[name], 0);
  const count = Math.round(sum("planned"));
  const n = Math.min(count, Math.round(sum("planned") - sum("minutes")));
  return node(
    "div",
    { class: "cl-tally" },
    node("h2", { class: "cl-heading", tabindex: "-1" }, title),
    node("progress", { value: String(n), max: String(Math.max(1, count)), "aria-hidden": "true" }),
    node("span", { class: "cl-small cl-muted" }, t("{n} of {count} min", { n, count })),
  );
}

/**
 * @param {StartView} view
 * @param {ShownTask} task
 * @param {number} place
 */
function drawTask(view, task, place) {
  const left = isLeft(task);
  const parts = task.parts.map(({ name, count }) => `${name} ${count}`).join(", ");
  const begun = task.solved
    ? exerciseWords(task.solved)
    : task.done && t("{n} of {count} done", { n: task.done, count: task.count });
  const attributes = { class: "cl-task", "data-key": `task-${place}` };
  return node(
    "li",
    { class: left ? null : task.state === "skipped" ? "cl-done" : "cl-done cl-is-right" },
    drawCircle(task),
    node(
      "div",
      {},
      left || task.path
        ? actOn(view, task, place, attributes, titleOf(task))
        : node("span", { class: "cl-task" }, titleOf(task)),
      node("small", {}, left ? [begun, parts, task.why].filter(Boolean).join(". ") : stateOf(task)),
    ),
    left ? node("span", { class: "cl-muted" }, minuteWords(task.minutes)) : null,
  );
}

/** @param {ShownTask} task */
function stateOf({ state, solved }) {
  if (state === "skipped") return t("Skipped: you were asked enough");
  return [t("Done"), exerciseWords(solved)].filter(Boolean).join(". ");
}

/**
 * A circle that fills as the task does.
 *
 * @param {ShownTask} task
 */
function drawCircle({ done, count, state }) {
  const part = Math.round((100 * done) / Math.max(1, count));
  return node(
    "span",
    { class: "cl-circle", "aria-hidden": "true", style: `--part: ${part}%` },
    state === "done" ? "✓" : "",
  );
}

/**
 * A link to what a task opens, or a button that puts its questions into the card.
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
 * A lab of the days to come by its name, so that it comes as no surprise.
 *
 * @param {Ahead} ahead
 */
function drawAhead({ title, path, minutes, days, solved }) {
  return node(
    "li",
    { class: "cl-later" },
    node("span", { class: "cl-circle", "aria-hidden": "true" }),
    node(
      "div",
      {},
      node("span", { class: "cl-muted" }, days === 1 ? t("Tomorrow") : t("This week"), " "),
      workLink(
        path,
        { class: "cl-task", "data-key": `ahead-${path}` },
        t("Lab: {title}", { title }),
      ),
      solved.count ? node("small", {}, exerciseWords(solved)) : null,
    ),
    node("span", { class: "cl-muted" }, minuteWords(minutes)),
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
