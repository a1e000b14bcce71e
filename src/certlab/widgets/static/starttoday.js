/** Today's work: a list to press, what begins it, and why it is this. */

import { shortDay } from "./dates.js";
import { node } from "./dom.js";
import { t, tn } from "./words.js";

export function drawToday(view) {
  const { model } = view;
  const goal = model.get("goal");
  const tasks = model.get("tasks");
  const minutes = tasks.reduce((sum, one) => sum + one.minutes, 0);
  return node("section", { class: "cl-today" },
    drawExam(view, goal),
    node("h2", { class: "cl-heading", tabindex: "-1" }, tasks.length
      ? tn("Today, about {n} minute", "Today, about {n} minutes", Math.max(1, Math.round(minutes)))
      : t("Nothing more today")),
    tasks.length ? node("ol", { class: "cl-tasks" }, tasks.map((task, place) => drawTask(view, task, place))) : null,
    drawBegin(view, tasks),
    drawWhyToday(model.get("reasons")));
}

function drawExam(view, { code, name, day, left, minutes }) {
  const pair = (term, says) => node("div", {}, node("dt", {}, term), node("dd", {}, says));
  return node("div", { class: "cl-exam" },
    node("p", { class: "cl-score" }, `${name}, ${code}`),
    node("dl", {},
      pair(t("Exam"), shortDay(day)),
      pair(t("Left"), left > 0 ? tn("{n} day", "{n} days", left) : left === 0 ? t("today") : t("passed")),
      pair(t("A day"), tn("{n} minute", "{n} minutes", minutes)),
      node("div", {}, node("dt", { class: "cl-hidden" }, t("Change")), node("dd", {},
        node("button", { type: "button", class: "cl-quiet", "data-key": "change", onclick: () => view.send("change") }, t("Change"))))));
}

/** What a task is called. */
function titleOf({ kind, count, title }) {
  if (kind === "review") return tn("{n} review", "{n} reviews", count);
  if (kind === "new") return tn("{n} new item", "{n} new items", count);
  return kind === "lab" ? t("Lab: {title}", { title }) : t("Read: {title}", { title });
}

function drawTask(view, task, place) {
  const words = titleOf(task);
  const parts = task.parts.map(({ name, count }) => `${name} ${count}`).join(", ");
  const key = `task-${place}`;
  const title = task.path
    ? node("a", { href: task.path, "data-key": key }, words)
    : node("button", { type: "button", class: "cl-task", "data-key": key, onclick: () => view.send("task", { place }) }, words);
  return node("li", {}, title,
    node("span", { class: "cl-muted" }, tn("{n} min", "{n} min", Math.max(1, Math.round(task.minutes)))),
    parts ? node("small", {}, parts) : null);
}

function drawBegin(view, tasks) {
  const place = tasks.findIndex(({ path }) => !path);
  if (place < 0) return null;
  return node("div", { class: "cl-field cl-begin" },
    node("button", { type: "button", class: "cl-primary", "data-key": "begin", onclick: () => view.send("task", { place }) },
      t("Start with {work}", { work: titleOf(tasks[place]) })),
    node("span", { class: "cl-small cl-muted" }, t("You can stop after any item; each answer is saved.")));
}

function drawWhyToday(reasons) {
  if (!reasons.length) return null;
  return node("details", { class: "cl-small" }, node("summary", {}, t("Why this today")),
    node("ul", { class: "cl-whys" }, reasons.map((says) => node("li", {}, says))));
}
