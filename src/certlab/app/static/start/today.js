// @ts-check
/** Today's work: a list to press, what begins it, and why it is this. */

import { shortDay } from "../dates.js";
import { node } from "../dom.js";
import { t, tn } from "../words.js";
import { workLink } from "./links.js";

export function drawToday(view) {
  const { model } = view;
  const tasks = model.get("tasks");
  const minutes = tasks.reduce((sum, one) => sum + one.minutes, 0);
  return node(
    "section",
    { class: "cl-today" },
    node(
      "h2",
      { class: "cl-heading", tabindex: "-1" },
      tasks.length
        ? tn(
            "Today, about {n} minute",
            "Today, about {n} minutes",
            Math.max(1, Math.round(minutes)),
          )
        : t("Nothing more today"),
    ),
    tasks.length
      ? node(
          "ol",
          { class: "cl-tasks" },
          tasks.map((task, place) => drawTask(view, task, place)),
        )
      : null,
    drawBegin(view, tasks),
    drawWhyToday(model.get("reasons"), !tasks.length),
  );
}

/** Which exam, when, and the way to change it. */
export function drawExam(view, { code, name, day, left, minutes }) {
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

/** What a task is called. */
function titleOf({ kind, count, title }) {
  if (kind === "review") return tn("{n} review", "{n} reviews", count);
  if (kind === "new") return tn("{n} new item", "{n} new items", count);
  return kind === "lab" ? t("Lab: {title}", { title }) : t("Read: {title}", { title });
}

function drawTask(view, task, place) {
  const parts = task.parts.map(({ name, count }) => `${name} ${count}`).join(", ");
  return node(
    "li",
    {},
    actOn(view, task, place, { class: "cl-task", "data-key": `task-${place}` }, titleOf(task)),
    node(
      "span",
      { class: "cl-muted" },
      tn("{n} min", "{n} min", Math.max(1, Math.round(task.minutes))),
    ),
    node("small", {}, [parts, task.why].filter(Boolean).join(". ")),
  );
}

/** A link to what a task opens, or a button that asks its items. */
function actOn(view, task, place, attributes, inside) {
  if (task.path) return workLink(task.path, attributes, inside);
  return node(
    "button",
    { type: "button", onclick: () => view.send("task", { place }), ...attributes },
    inside,
  );
}

/** The one primary action: the first thing to do. */
function drawBegin(view, tasks) {
  if (!tasks.length) return null;
  const [first] = tasks;
  return node(
    "div",
    { class: "cl-field cl-begin" },
    actOn(
      view,
      first,
      0,
      { class: "cl-button cl-primary", "data-key": "begin" },
      first.path ? t("Open {title}", first) : t("Start with {work}", { work: titleOf(first) }),
    ),
    node(
      "span",
      { class: "cl-small cl-muted" },
      t("You can stop after any item; each answer is saved."),
    ),
  );
}

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
