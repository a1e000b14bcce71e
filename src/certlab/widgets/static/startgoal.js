/** Which exam, on which day, and how many minutes a day there are. */

import { drawCard, drawProblem, primary } from "./card.js";
import { node } from "./dom.js";
import { t } from "./words.js";

const MINUTES = 30;

export function drawGoal(view) {
  const { model, id, problem } = view;
  const { exam, day = "", minutes = MINUTES } = model.get("goal");
  const told = problem ? { say: problem } : null;
  const field = (key, words, control) => [node("label", { for: `${id}-${key}` }, words), control];
  return drawCard({
    label: t("Your exam"), left: t("Your exam"), right: "",
    body: [
      node("p", { class: "cl-ask", tabindex: "-1" }, t("Which exam, and when?")),
      node("div", { class: "cl-fields" },
        field("exam", t("Exam"), node("select", { id: `${id}-exam`, "data-key": "exam" },
          model.get("exams").map((one) => node("option", { value: one.exam, selected: one.exam === exam }, `${one.code} ${one.name}`)))),
        field("day", t("Day"), node("input", {
          id: `${id}-day`, type: "date", "data-key": "day", value: day, min: model.get("today"), required: true,
        })),
        field("minutes", t("Minutes a day"), node("input", {
          id: `${id}-minutes`, type: "number", "data-key": "minutes", value: String(minutes), min: "1", max: "720",
        }))),
      drawProblem(told, id),
    ],
    foot: [
      primary(t("Plan it")),
      exam ? node("button", { type: "button", "data-key": "home", onclick: () => view.send("home") }, t("Keep it")) : null,
      node("p", { class: "cl-small cl-muted" }, t("You can change it at any time. What you have answered stays.")),
    ],
    submit: () => {
      const value = (key) => view.form().querySelector(`[data-key=${key}]`).value;
      view.send("goal", { exam: value("exam"), day: value("day"), minutes: Number(value("minutes")) });
    },
  });
}
