// @ts-check
/**
 * Which exam, on which day, and how many minutes a day there are.
 *
 * @import { Attributes, Child } from "../../app/static/elements.d.ts"
 * @import { EnteredGoal, ExamChoice, StartView } from "./days.d.ts"
 */

import { drawCard, drawProblem, primary } from "../../app/static/card.js";
import { daysAfter } from "../../app/static/dates.js";
import { node } from "../../app/static/dom.js";
import { t, tn } from "../../app/static/words.js";

const WEEKS = [2, 4, 8];
const MINUTES = [15, 30, 45, 60];
const USUAL = 30; // minutes a day
/** @type {Record<string, () => string>} */
const LEVELS = { associate: () => t("Associate"), professional: () => t("Professional") };

/**
 * `view.entered` is what stands in the form, `view.planning` whether Python works on it.
 * With `chosen` the exam is chosen elsewhere on the page, and only its day is asked for.
 *
 * @param {StartView} view
 * @param {{ chosen?: boolean }} [options]
 */
export function drawGoal(view, { chosen = false } = {}) {
  const { model, id, problem, planning } = view;
  const told = problem ? { say: problem } : null;
  /** @type {EnteredGoal} */
  const entered = view.entered ?? { exam: "", day: "", minutes: USUAL, ...model.get("goal") };
  /** @type {ExamChoice | undefined} */
  const own = model.get("exams").find((/** @type {ExamChoice} */ one) => one.exam === entered.exam);
  const button = primary(planning ? t("Planning…") : t("Make my plan"));
  if (planning) button.setAttribute("aria-disabled", "true");
  const card = drawCard({
    label: t("Your exam"),
    left: t("Your exam"),
    right: chosen ? (own?.code ?? "") : "",
    body: [
      node(
        "p",
        { class: "cl-ask", tabindex: "-1" },
        chosen ? t("When is your exam?") : t("Which exam, and when?"),
      ),
      chosen && own && isLittle(own) ? node("p", { class: "cl-small" }, coverWords(own)) : null,
      drawFields(view, entered, chosen),
      drawProblem(told, id),
    ],
    foot: [
      button,
      ...drawWaysOut(view),
      node(
        "p",
        { class: "cl-small cl-muted" },
        t("You can change it at any time. What you have answered stays."),
      ),
    ],
    entered: () => {
      view.entered = readGoal(view);
      follow(view.form(), view.entered, model.get("exams"));
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
  follow(card, entered, model.get("exams"));
  return card;
}

/**
 * Exam, day and minutes.
 *
 * @param {StartView} view
 * @param {EnteredGoal} entered
 * @param {boolean} chosen whether the exam is not to be chosen here
 */
function drawFields(view, entered, chosen) {
  const { model, id } = view;
  /**
   * @param {keyof EnteredGoal} key
   * @param {string} words
   * @param {Child[]} controls
   */
  const field = (key, words, ...controls) => [
    node("label", { for: `${id}-${key}` }, words),
    node("div", {}, ...controls),
  ];
  /**
   * @param {keyof EnteredGoal} key
   * @param {Attributes} more
   */
  const input = (key, more) =>
    node("input", { id: `${id}-${key}`, "data-key": key, value: String(entered[key]), ...more });
  /** @type {[value: string, words: string][]} */
  const weeks = WEEKS.map((n) => [
    daysAfter(model.get("today"), 7 * n),
    tn("{n} week", "{n} weeks", n),
  ]);
  /** @type {[value: string, words: string][]} */
  const minutes = MINUTES.map((n) => [String(n), tn("{n} min", "{n} min", n)]);
  return node(
    "div",
    { class: "cl-fields" },
    chosen
      ? input("exam", { type: "hidden" })
      : field(
          "exam",
          t("Exam"),
          chooseExam(model.get("exams"), entered.exam, id),
          node("p", { id: `${id}-covered`, class: "cl-small cl-muted", role: "status" }),
        ),
    field(
      "day",
      t("Day"),
      input("day", { type: "date", min: model.get("today"), required: true }),
      chips(view, "day", t("Day"), weeks),
    ),
    field(
      "minutes",
      t("Minutes a day"),
      input("minutes", { type: "number", min: "1", max: "720" }),
      chips(view, "minutes", t("Minutes a day"), minutes),
    ),
  );
}

/**
 * Where there is a goal already: back to the list, or no exam any more.
 *
 * @param {StartView} view
 */
function drawWaysOut(view) {
  const { model } = view;
  if (!model.get("goal").exam) return [];
  const back = node(
    "button",
    { type: "button", "data-key": "home", onclick: () => view.send("home") },
    t("Cancel"),
  );
  if (!model.rows) return [back]; // a notebook's model has none, and takes no goal away
  const remove = node(
    "button",
    { type: "button", "data-key": "remove", onclick: () => view.send("remove") },
    t("Study for no exam"),
  );
  return [back, remove];
}

/**
 * All exams by level, those without a question of the course last; none is chosen for anybody.
 *
 * @param {ExamChoice[]} exams
 * @param {string} chosen
 * @param {string} id
 */
function chooseExam(exams, chosen, id) {
  const levels = [...new Set(exams.map(({ level }) => level))];
  /** @param {ExamChoice} choice */
  const option = ({ exam, code, name, covered, objectives }) =>
    node(
      "option",
      { value: exam, selected: exam === chosen },
      covered
        ? t("{code} {name}, {n} of {count} objectives covered", {
            code,
            name,
            n: covered,
            count: objectives,
          })
        : t("{code} {name}, nothing yet", { code, name }),
    );
  return node(
    "select",
    {
      id: `${id}-exam`,
      "data-key": "exam",
      required: true,
      "aria-describedby": `${id}-covered`,
    },
    node("option", { value: "", selected: !chosen }, t("Choose…")),
    levels.map((level) => {
      const own = exams.filter((one) => one.level === level);
      const ordered = [...own.filter((one) => one.covered), ...own.filter((one) => !one.covered)];
      return node("optgroup", { label: LEVELS[level]() }, ordered.map(option));
    }),
  );
}

/**
 * Values that are often wanted: each fills the field above, which takes any other too.
 *
 * @param {StartView} view
 * @param {keyof EnteredGoal} key
 * @param {string} label
 * @param {[value: string, words: string][]} choices
 */
function chips(view, key, label, choices) {
  /** @param {string} value */
  const fill = (value) => {
    const field = control(view, key);
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return node(
    "div",
    { class: "cl-chips", role: "group", "aria-label": label },
    choices.map(([value, words]) =>
      node(
        "button",
        {
          type: "button",
          "data-key": `${key}-${value}`,
          "data-fills": key,
          value,
          onclick: () => fill(value),
        },
        words,
      ),
    ),
  );
}

/**
 * What follows from the entries: which values are pressed, and how far the course goes.
 *
 * @param {HTMLFormElement} form
 * @param {EnteredGoal} entered
 * @param {ExamChoice[]} exams
 */
function follow(form, entered, exams) {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const filling = form.querySelectorAll("[data-fills]");
  for (const chip of filling) {
    const key = /** @type {keyof EnteredGoal} */ (chip.dataset.fills);
    chip.setAttribute("aria-pressed", String(String(entered[key]) === chip.value));
  }
  const chosen = exams.find(({ exam }) => exam === entered.exam);
  form.querySelector("[id$='-covered']")?.replaceChildren(coverWords(chosen));
}

/** @param {ExamChoice} exam */
function isLittle({ covered, objectives }) {
  return 4 * covered < objectives;
}

/** @param {ExamChoice | undefined} chosen */
function coverWords(chosen) {
  if (!chosen) return t("Covered: objectives that the course has questions on.");
  const { covered: n, objectives: count } = chosen;
  if (!n)
    return t("The course has no questions for this exam yet, so a plan would hold nothing to do.");
  if (isLittle(chosen))
    return t(
      "The course has questions on {n} of the {count} objectives of this exam, so a plan covers little of it.",
      { n, count },
    );
  return t("The course has questions on {n} of the {count} objectives of this exam.", { n, count });
}

/**
 * The field for it.
 *
 * @param {StartView} view
 * @param {keyof EnteredGoal} key
 */
function control(view, key) {
  const found = view.form().querySelector(`[data-key=${key}]`);
  return /** @type {HTMLInputElement | HTMLSelectElement} */ (found);
}

/**
 * @param {StartView} view
 * @returns {EnteredGoal}
 */
function readGoal(view) {
  const value = (/** @type {keyof EnteredGoal} */ key) => control(view, key).value;
  return { exam: value("exam"), day: value("day"), minutes: value("minutes") };
}
