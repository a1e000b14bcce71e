// @ts-check
/**
 * The start page: what to do today towards an exam, how one stands, and why.
 *
 * The model holds phase ("reading", "goal", "today", "drill"), exams, goal ({} when there is none),
 * tasks, tomorrow, outlook, objectives, reasons, notes, today, pages; and what deck.js names, for
 * the drill. The tasks are those of the day's list, each with its count and how many are done.
 * `rows` of it is { store, bring }: where answers go, and what shows the list again after a drill.
 * It takes { type: "goal", exam, day, minutes }, { type: "change" }, { type: "task", place },
 * { type: "more" }, which adds to a list that is done, and { type: "home" }, which ends a drill.
 * It says { type: "refused", say }.
 * The drill's questions are the model's banks, as deck/stored.js takes them.
 */

import { mixedFace } from "../../app/static/deck/mixed_face.js";
import { mountStored } from "../../app/static/deck/stored.js";
import { focusAgain, focusedAround, node } from "../../app/static/dom.js";
import { listen } from "../../app/static/keys.js";
import { spoken, t } from "../../app/static/words.js";
import { drawGoal } from "./goal.js";
import { drawObjectives } from "./map.js";
import { drawPath } from "./path.js";
import { drawOutlook } from "./score.js";
import { drawExam, drawToday } from "./today.js";

const TOLD = ["phase", "goal", "tasks", "tomorrow", "outlook", "objectives", "reasons", "notes"];

/** Draw the start page into `el` until the returned function is called. */
export function mountStart({ model, el }) {
  const place = node("div", { class: "cl-frame cl-start", tabindex: "-1" });
  const status = node("p", { class: "cl-hidden", role: "status" });
  const notes = node("div", {});
  const { rows } = model;
  /** @type {Promise<any> | null} */
  let drill = null; // promise of what ends it
  const view = {
    model,
    id: `cl-${Math.random().toString(36).slice(2, 10)}`,
    problem: "",
    send: (type, more = {}) => {
      view.problem = "";
      model.send({ type, ...more });
    },
    form: () => place.querySelector("form"),
    entered: null, // what stands in the form of the goal
    planning: false,
    paint,
  };

  function paint() {
    paintNotes();
    if (model.get("phase") === "drill") {
      drawDrill();
      return;
    }
    const now = focusedAround(el);
    const inside = now !== null && place.contains(now);
    const key = inside ? now.dataset.key : null;
    place.replaceChildren(...drawPhase(view));
    const same = key ? place.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
    if (inside) focusAgain(same ?? place.querySelector("[tabindex='-1']"), now);
  }

  function paintNotes() {
    const problem = model.get("phase") === "goal" ? "" : view.problem; // the form says it beside its button
    const said = [...model.get("notes"), rows.store.refused, problem].filter(Boolean);
    notes.replaceChildren(...said.map((note) => node("p", { class: "cl-note" }, note)));
  }

  function drawDrill() {
    if (drill) return;
    const inner = node("div", {});
    const back = node(
      "button",
      { type: "button", "data-key": "home", onclick: rows.bring },
      t("Back to today"),
    );
    place.replaceChildren(inner, node("div", { class: "cl-small" }, back));
    drill = mountStored({ model, el: inner, store: rows.store }, mixedFace);
    drill.then(() => inner.querySelector(".cl-frame [tabindex='-1']")?.focus());
  }

  function endDrill() {
    drill?.then((leave) => leave());
    drill = null;
  }

  let queued = false;
  function changed() {
    if (queued) return;
    queued = true;
    queueMicrotask(() => {
      queued = false;
      if (model.get("phase") !== "drill") endDrill();
      if (model.get("phase") !== "goal") Object.assign(view, { entered: null, planning: false });
      paint();
    });
  }
  const refuse = (say) => {
    Object.assign(view, { problem: say, planning: false });
    changed();
  };
  /** @type {[string, (message?: any) => void][]} */
  const heard = TOLD.map((name) => [`change:${name}`, changed]);
  heard.push([
    "msg:custom",
    (message) => {
      if (message.type === "refused" && message.index === undefined) refuse(message.say); // others are the drill's
    },
  ]);
  for (const [event, listener] of heard) model.on(event, listener);

  el.classList.add("certlab");
  el.lang = spoken();
  el.replaceChildren(
    node("div", { role: "group", "aria-label": t("Today") }, notes, place, status),
  );
  listen(place, () => false); // plain keys are the page's, not the notebook's
  paint();
  return () => {
    for (const [event, listener] of heard) model.off(event, listener);
    endDrill();
    el.replaceChildren();
  };
}

function drawPhase(view) {
  const { model } = view;
  const phase = model.get("phase");
  if (phase === "reading")
    return [node("p", { class: "cl-muted", tabindex: "-1" }, t("Planning from your answers."))];
  if (phase === "goal") return [drawGoal(view)];
  const goal = model.get("goal");
  const path = model.get("path"); // of a plan that Python did not make
  return [
    node(
      "div",
      { class: "cl-plan" },
      drawExam(view, goal),
      drawToday(view),
      path ? drawPath(path) : drawOutlook(model.get("outlook"), goal),
      path ? null : drawObjectives(model.get("objectives"), goal, model.get("pages")),
    ),
  ];
}
