// @ts-check
/**
 * The agenda: what the syllabus has today, where the class is in it, and the buttons of each step.
 *
 * @import { ClassModel } from "../class_model.js"
 * @import { Agenda, AgendaPoll, AgendaStep, AgendaView, Gate, Part } from "../classes.d.ts"
 */

import { focusAgain, icon, keyWithin, node } from "../../../app/static/dom.js";
import { plain } from "../../../app/static/text.js";
import { t, tn } from "../../../app/static/words.js";
import { clock, gatesOf, kindWords, sinceBegin, stepsOf } from "../agenda_words.js";
import { attempt } from "./attempt.js";

const LONGEST = 140; // characters of a question; all of it stands in the poll

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
    el.hidden = !view.agenda.title;
    draw(view);
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

/** @param {string} ask */
const shortened = (ask) => (ask.length > LONGEST ? `${ask.slice(0, LONGEST).trimEnd()} …` : ask);

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
 * @param {string} key
 * @param {string} words
 * @param {() => unknown} onclick
 * @param {string | null} [style]
 * @param {string | null} [label]
 */
const press = (key, words, onclick, style = null, label = null) =>
  node(
    "button",
    { type: "button", class: style, "data-key": key, "aria-label": label, onclick },
    words,
  );

/**
 * @param {AgendaView} view
 * @param {number | null} at
 */
const goTo = ({ model, status }, at) =>
  attempt(status, () => model.connection.post("agenda", { at }));

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

/**
 * What can be done at a step: its gates, its polls, and to begin it where it has neither.
 *
 * @param {AgendaView} view
 * @param {AgendaStep} step
 * @param {number} number
 */
function drawDoings(view, step, number) {
  const rows = [
    ...gatesOf(step).map((gate, index) => drawGate(view, gate, number, index)),
    ...step.polls.filter(({ ask }) => ask).map((poll) => drawPoll(view, poll, number)),
  ];
  if (rows.length) return node("ul", { class: "cl-doings" }, rows);
  if (view.model.state?.at?.step === number) return null;
  return node(
    "div",
    { class: "cl-actions" },
    press(
      `begin-${number}`,
      t("Begin this step"),
      () => goTo(view, number),
      "cl-quiet",
      t("Begin this step: {title}", { title: step.title }),
    ),
  );
}

/**
 * @param {AgendaView} view
 * @param {Gate} gate
 * @param {number} number
 * @param {number} index
 */
function drawGate({ model, status }, gate, number, index) {
  const now = model.state?.gate;
  const isHere = now?.lab === gate.lab && now.step === gate.step && (now.page ?? "") === gate.page;
  const words = gate.step || gate.text;
  const send = () =>
    attempt(
      status,
      () => model.connection.post("gate", { ...gate, text: gate.lab ? "" : gate.text, at: number }),
      t("The class sees it."),
    );
  return node(
    "li",
    {},
    node("span", {}, words),
    isHere
      ? node("span", { class: "cl-tag" }, t("The class is sent here"))
      : press(
          `gate-${number}-${index}`,
          t("Gate to this step"),
          send,
          null,
          t("Gate to this step: {step}", { step: words }),
        ),
  );
}

/**
 * @param {AgendaView} view
 * @param {AgendaPoll} poll
 * @param {number} number
 */
function drawPoll({ model, status }, { item, ask }, number) {
  const { poll = null, asked = [] } = model.state ?? {};
  const isOn = poll?.item === item && !poll.feedback;
  const open = async () => {
    if (model.state?.poll?.open) {
      status.textContent = t("A vote is open; close it first.");
      return;
    }
    await attempt(
      status,
      () => model.connection.post("poll", { item, at: number }),
      t("The poll is open."),
    );
  };
  const wasAsked = asked.includes(item);
  const words = wasAsked ? t("Open it again") : t("Open this poll");
  return node(
    "li",
    {},
    node("span", { title: plain(ask) }, shortened(plain(ask))),
    isOn ? node("span", { class: "cl-tag" }, t("This poll is on")) : null,
    wasAsked && !isOn ? node("span", { class: "cl-tag" }, icon("right"), t("Asked")) : null,
    isOn ? null : press(`open-step-${item}`, words, open, null, `${words}: ${plain(ask)}`),
  );
}
