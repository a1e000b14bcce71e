// @ts-check
/**
 * The agenda: what the syllabus has today, where the class is in it, and the buttons of each step.
 *
 * @import { ClassModel } from "../class_model.js"
 * @import { Agenda, AgendaStep, AgendaView, Part } from "../classes.d.ts"
 */

import { focusAgain, icon, keyWithin, node } from "../../../app/static/dom.js";
import { t, tn } from "../../../app/static/words.js";
import { clock, gatesOf, kindWords, sinceBegin, stepsOf } from "../agenda_words.js";
import { whenFree } from "../press.js";
import { drawDoings, goTo, press } from "./agenda_doings.js";

/**
 * Draw it into `el`, which stays away where the class has no syllabus.
 *
 * @param {Part} part
 */
export function mountAgenda({ model, el }) {
  const place = node("div", {});
  const status = node("p", { class: "cl-note", role: "status" });
  /** @type {AgendaView} */
  const view = { model, place, status, agenda: null, look: "", on: 0 };
  el.hidden = true;
  el.replaceChildren(node("h2", { class: "cl-heading" }, t("Agenda")), place, status);
  const read = async () => {
    view.agenda = await model.connection.get("agenda");
    whenFree(() => {
      el.hidden = !view.agenda?.title;
      draw(view);
    });
  };
  model.follow((event) => {
    if (event === "state") draw(view);
    if (!view.agenda && model.live && event !== "map") read().catch(console.warn);
  });
  read().catch(console.warn);
}

/** @param {AgendaView} view */
function draw(view) {
  const { agenda, model, place } = view;
  const { at = null, asked = [], gate = null, poll = null } = model.state ?? {};
  const running = poll && !poll.feedback ? poll.item : "";
  const look = JSON.stringify([agenda, at, asked, gate, running]);
  if (!agenda || look === view.look) return;
  view.look = look;
  const on = [running, gate].filter(Boolean).length;
  if (on < view.on) view.status.textContent = ""; // it said that the poll, or the gate, is there
  view.on = on;
  const now = document.activeElement;
  const key = keyWithin(place);
  place.replaceChildren(
    ...[
      node(
        "p",
        { class: "cl-small cl-muted" },
        `${agenda.title} · ${minutes(agenda.days.reduce((sum, day) => sum + day.minutes, 0))}`,
      ),
      agenda.problem ? drawProblem(agenda.problem) : drawOnward(view, at?.step ?? -1),
      ...drawDays(view, agenda),
    ],
  );
  if (key) focusAgain(place.querySelector(`[data-key="${CSS.escape(key)}"]`), now);
}

/** @param {number} n */
const minutes = (n) => tn("{n} min", "{n} min", n);

/** @param {string} says */
const drawProblem = (says) => node("p", { class: "cl-warns" }, icon("note"), says);

/**
 * To the next step, and back to the first.
 *
 * @param {AgendaView} view
 * @param {number} at the step that is on, -1 before the first
 */
function drawOnward(view, at) {
  const steps = stepsOf(view.agenda);
  const next = steps[at + 1];
  const words =
    at < 0
      ? t("Begin: {title}", { title: next?.title ?? "" })
      : t("Next: {title}", { title: next?.title ?? "" });
  return node(
    "div",
    { class: "cl-actions" },
    next ? press("agenda-next", words, () => goTo(view, at + 1), "cl-primary") : null,
    !next && at < steps.length
      ? press("agenda-next", t("The class is over"), () => goTo(view, at + 1), "cl-primary")
      : null,
    at >= steps.length ? node("span", {}, t("All steps are done.")) : null,
    at >= 0 ? press("agenda-anew", t("Begin anew"), () => goTo(view, null), "cl-quiet") : null,
  );
}

/**
 * @param {AgendaView} view
 * @param {Agenda} agenda
 */
function drawDays(view, { days }) {
  let first = 0;
  return days.flatMap((day) => {
    const begin = first;
    first += day.steps.length;
    return [
      days.length > 1 && day.title
        ? node(
            "h3",
            {},
            day.title,
            node("span", { class: "cl-muted" }, ` · ${minutes(day.minutes)}`),
          )
        : null,
      node(
        "ol",
        { class: "cl-agenda" },
        day.steps.map((step, index) =>
          drawStep(view, step, begin + index, sinceBegin(day.steps, index)),
        ),
      ),
    ].filter((part) => part !== null);
  });
}

/**
 * @param {AgendaView} view
 * @param {AgendaStep} step
 * @param {number} number over all days, from 0
 * @param {string} begins since the day's beginning: "0:08"
 */
function drawStep(view, step, number, begins) {
  const at = view.model.state?.at ?? null;
  const place = at ? Math.sign(number - at.step) : 1;
  const [style, mark] =
    place < 0
      ? ["cl-is-done", node("span", { class: "cl-tag" }, icon("right"), t("Done"))]
      : place === 0
        ? [
            "cl-is-now",
            node(
              "span",
              { class: "cl-tag" },
              t("Now, since {time}", { time: clock(at?.since ?? "") }),
            ),
          ]
        : ["", null];
  return node(
    "li",
    { class: style || null, "aria-current": place === 0 ? "step" : null },
    node(
      "div",
      { class: "cl-agenda-head" },
      node("strong", {}, step.title),
      node(
        "span",
        { class: "cl-small cl-muted" },
        [begins, minutes(step.minutes), kindWords(step.kind)].join(" · "),
      ),
      mark,
    ),
    step.problems.map(drawProblem),
    place < 0 && hasDoings(step)
      ? node(
          "details",
          {},
          node("summary", {}, t("Do it again")),
          drawMore(view, step, number, false),
        )
      : drawMore(view, step, number, place === 0),
  );
}

/** @param {AgendaStep} step */
const hasDoings = (step) => gatesOf(step).length + step.polls.length > 0;

/**
 * What can be done, and the notes.
 *
 * @param {AgendaView} view
 * @param {AgendaStep} step
 * @param {number} number
 * @param {boolean} open whether the notes are
 */
function drawMore(view, step, number, open) {
  const notes = node("p", { class: "cl-small" }, step.notes);
  return [
    drawDoings(view, step, number),
    step.notes ? node("details", { open }, node("summary", {}, t("Notes")), notes) : null,
  ];
}
