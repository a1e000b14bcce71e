// @ts-check
/** Which exam, on which day, and how many minutes a day there are. */

import { node } from "../dom.js";
import { drawCard, drawProblem, primary } from "../question/card.js";
import { t } from "../words.js";

const MINUTES = 30;

/** `view.entered` is what stands in the form, `view.planning` whether Python works on it. */
export function drawGoal(view) {
  const { model, id, problem, planning } = view;
  const goal = model.get("goal");
  const { exam = "", day = "", minutes = MINUTES } = view.entered ?? goal;
  const told = problem ? { say: problem } : null;
  const field = (key, words, control) => [node("label", { for: `${id}-${key}` }, words), control];
  const choice = (value, words) => node("option", { value, selected: value === exam }, words);
  const button = primary(planning ? t("Planning…") : t("Make my plan"));
  if (planning) button.setAttribute("aria-disabled", "true");
  return drawCard({
    label: t("Your exam"),
    left: t("Your exam"),
    right: "",
    body: [
      node("p", { class: "cl-ask", tabindex: "-1" }, t("Which exam, and when?")),
      node(
        "div",
        { class: "cl-fields" },
        field(
          "exam",
          t("Exam"),
          node(
            "select",
            { id: `${id}-exam`, "data-key": "exam", required: true },
            choice("", t("Choose…")),
            model.get("exams").map((one) => choice(one.exam, `${one.code} ${one.name}`)),
          ),
        ),
        field(
          "day",
          t("Day"),
          node("input", {
            id: `${id}-day`,
            type: "date",
            "data-key": "day",
            value: day,
            min: model.get("today"),
            required: true,
          }),
        ),
        field(
          "minutes",
          t("Minutes a day"),
          node("input", {
            id: `${id}-minutes`,
            type: "number",
            "data-key": "minutes",
            value: String(minutes),
            min: "1",
            max: "720",
          }),
        ),
      ),
      drawProblem(told, id),
    ],
    foot: [
      button,
      goal.exam
        ? node(
            "button",
            { type: "button", "data-key": "home", onclick: () => view.send("home") },
            t("Cancel"),
          )
        : null,
      node(
        "p",
        { class: "cl-small cl-muted" },
        t("You can change it at any time. What you have answered stays."),
      ),
    ],
    entered: () => {
      view.entered = readGoal(view);
    },
    submit: () => {
      if (planning) return;
      view.entered = readGoal(view);
      const { exam, day, minutes } = view.entered;
      view.planning = true;
      view.send("goal", { exam, day, minutes: Number(minutes) });
      view.paint();
    },
  });
}

function readGoal(view) {
  const value = (key) => view.form().querySelector(`[data-key=${key}]`).value;
  return { exam: value("exam"), day: value("day"), minutes: value("minutes") };
}
