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
 *
 * @import { DayMessage, EnteredGoal, StartModel, StartView } from "./days.d.ts"
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

const TOLD = [
  "phase",
  "goal",
  "tasks",
  "tomorrow",
  "ahead",
  "outlook",
  "objectives",
  "reasons",
  "notes",
];

/**
 * Draw the start page into `el` until the returned function is called.
 *
 * @param {{ model: StartModel, el: HTMLElement }} context
 */
export function mountStart({ model, el }) {
  const page = new StartPage(model, el);
  return () => page.leave();
}

/** @implements {StartView} */
class StartPage {
  id = `cl-${Math.random().toString(36).slice(2, 10)}`;
  problem = "";
  /** @type {EnteredGoal | null} */
  entered = null;
  planning = false;

  #place = node("div", { class: "cl-frame cl-start", tabindex: "-1" });
  #notes = node("div", {});
  /** @type {Promise<() => void> | null} */
  #drill = null; // promise of what ends it
  #queued = false;
  #phase = "";
  /** @type {[string, (message?: any) => void][]} */
  #heard = [];

  /**
   * @param {StartModel} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    this.el = el;
    this.#phase = model.get("phase");
    this.#heard = TOLD.map((name) => [`change:${name}`, () => this.#changed()]);
    this.#heard.push(["msg:custom", (message) => this.#hear(message)]);
    for (const [event, listener] of this.#heard) model.on(event, listener);
    const status = node("p", { class: "cl-hidden", role: "status" });
    el.classList.add("certlab");
    el.lang = spoken();
    el.replaceChildren(
      node("div", { role: "group", "aria-label": t("Today") }, this.#notes, this.#place, status),
    );
    listen(this.#place, () => false); // plain keys are the page's, not the notebook's
    this.paint();
  }

  leave() {
    for (const [event, listener] of this.#heard) this.model.off(event, listener);
    this.#endDrill();
    this.el.replaceChildren();
  }

  /**
   * @param {DayMessage["type"]} type
   * @param {object} more
   */
  send(type, more = {}) {
    this.problem = "";
    this.model.send(/** @type {DayMessage} */ ({ type, ...more }));
  }

  form() {
    return /** @type {HTMLFormElement} */ (this.#place.querySelector("form"));
  }

  paint() {
    this.#paintNotes();
    if (this.model.get("phase") === "drill") {
      this.#drawDrill();
      return;
    }
    const place = this.#place;
    const now = focusedAround(this.el);
    const inside = now !== null && place.contains(now);
    const key = inside ? now.dataset.key : null;
    place.replaceChildren(...drawPhase(this));
    const same = key ? place.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
    if (inside) focusAgain(same ?? place.querySelector("[tabindex='-1']"), now);
  }

  #paintNotes() {
    const { model } = this;
    const problem = model.get("phase") === "goal" ? "" : this.problem; // the form says it beside its button
    const { refused } = model.rows.store;
    const said = [...model.get("notes"), refused, problem].filter(Boolean);
    this.#notes.replaceChildren(...said.map((note) => node("p", { class: "cl-note" }, note)));
  }

  #drawDrill() {
    if (this.#drill) return;
    const { model } = this;
    const { store, bring } = model.rows;
    const inner = node("div", {});
    const back = node(
      "button",
      { type: "button", "data-key": "home", onclick: bring },
      t("Back to today"),
    );
    this.#place.replaceChildren(inner, node("div", { class: "cl-small" }, back));
    this.#drill = mountStored({ model, el: inner, store }, mixedFace);
    this.#drill.then(() => inner.querySelector(".cl-frame [tabindex='-1']")?.focus());
  }

  #endDrill() {
    this.#drill?.then((leave) => leave());
    this.#drill = null;
  }

  /** Several changes in a row are one painting. */
  #changed() {
    if (this.#queued) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      const phase = this.model.get("phase");
      if (phase !== "drill") this.#endDrill();
      if (phase !== this.#phase) this.planning = false; // what was planned is there, or gone
      if (phase !== "goal") Object.assign(this, { entered: null, planning: false });
      this.#phase = phase;
      this.paint();
    });
  }

  /**
   * What was refused; a message with an index is the drill's.
   *
   * @param {{ type: string, index?: number, say: string }} message
   */
  #hear({ type, index, say }) {
    if (type !== "refused" || index !== undefined) return;
    Object.assign(this, { problem: say, planning: false });
    this.#changed();
  }
}

/** @param {StartView} view */
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
