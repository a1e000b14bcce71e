// @ts-check
/**
 * The start page: what to do today towards an exam, how one stands, and why.
 *
 * The model holds phase ("reading", "goal", "today"), exams, goal ({} when there is none), tasks,
 * asked (what the card of the day asks, see days.d.ts), unplanned, week, mocks, way, counts, tomorrow,
 * outlook, path, objectives, reasons, notes, today, pages. The tasks are those of the day's list,
 * each with its count and how many are done.
 * `rows` of it is { store, bring }: where answers go, and what shows what comes after the card.
 * It takes { type: "goal", exam, day, minutes }, { type: "change" }, { type: "task", place }, which
 * puts a task's questions into the card, { type: "more" }, which adds to a list that is done,
 * { type: "home" }, which ends them, and { type: "look" }, which plans anew.
 * It says { type: "refused", say }.
 *
 * @import { DayMessage, EnteredGoal, ShownGoal, StartModel, StartView, Way } from "./days.d.ts"
 * @import { NewcomerDrawing, Opened } from "./front.d.ts"
 */

import { dayHere } from "../../app/static/dates.js";
import { focusAgain, focusedAround, node } from "../../app/static/dom.js";
import { listen } from "../../app/static/keys.js";
import { spoken, t } from "../../app/static/words.js";
import { DayCard } from "./day_card.js";
import { drawDayHead } from "./day_head.js";
import { drawGoal } from "./goal.js";
import { workLink } from "./links.js";
import { drawObjectives } from "./map.js";
import { drawStanding } from "./score.js";
import { drawToday } from "./today.js";
import { drawWay, wayWords } from "./way.js";

const TOLD = [
  ...["phase", "goal", "tasks", "asked", "unplanned", "week", "mocks", "counts", "tomorrow"],
  "ahead",
  ...["outlook", "path", "way", "objectives", "reasons", "notes"],
];
const A_MINUTE = 60_000; // milliseconds

/**
 * Draw the start page into `el` until the returned function is called.
 *
 * `first` draws what somebody without a plan meets; where it is left out, that is the form alone.
 *
 * @param {{ model: StartModel, el: HTMLElement, first?: NewcomerDrawing | null }} context
 */
export function mountStart({ model, el, first = null }) {
  const page = new StartPage(model, el, first);
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
  #told = ""; // a note of this drawing alone
  #head = node("div", { class: "cl-day-head" });
  #card = new DayCard(this);
  #then = node("section", { class: "cl-today" });
  #standing = node("section", { class: "cl-outlook" });
  #way = node("section", { class: "cl-way-of-day" });
  #map = node("div", { class: "cl-map-of-day" });
  #day = node(
    "div",
    { class: "cl-plan" },
    this.#head,
    node("div", { class: "cl-work" }, this.#card.el, this.#then),
    this.#standing,
    this.#way,
    this.#map,
  );
  #clock = setInterval(() => this.#lookAtTheClock(), A_MINUTE);
  /** @type {Opened | null} */
  #newcomer = null;
  #queued = false;
  #phase = "";
  /** @type {[string, (message?: any) => void][]} */
  #heard = [];

  /**
   * @param {StartModel} model
   * @param {HTMLElement} el
   * @param {NewcomerDrawing | null} first
   */
  constructor(model, el, first) {
    this.first = first;
    this.model = model;
    this.el = el;
    this.#phase = model.get("phase");
    this.#heard = TOLD.map((name) => [`change:${name}`, () => this.#changed()]);
    this.#heard.push(["change:tasks", () => this.#forgetProblem()]);
    this.#heard.push(["msg:custom", (message) => this.#hear(message)]);
    for (const [event, listener] of this.#heard) model.on(event, listener);
    const status = node("p", { class: "cl-hidden", role: "status" });
    el.classList.add("certlab");
    el.lang = spoken();
    el.replaceChildren(
      node(
        "div",
        { role: "group", "aria-label": t("Today") },
        ...[this.#notes, this.#place, status],
        spoken() === "en" ? null : drawPartly(),
      ),
    );
    listen(this.#place, () => false); // plain keys are the page's, not the notebook's
    this.paint();
  }

  leave() {
    for (const [event, listener] of this.#heard) this.model.off(event, listener);
    clearInterval(this.#clock);
    this.#card.leave();
    this.el.replaceChildren();
  }

  /** @param {Element} element */
  holds(element) {
    return this.el.contains(element);
  }

  /** @param {string} words */
  tell(words) {
    this.#told = words;
    this.#paintNotes();
  }

  /** A page that stays open past midnight goes on with the new day. */
  #lookAtTheClock() {
    const { model } = this;
    if (model.get("phase") === "today" && dayHere(Date.now()) > model.get("today"))
      this.send("look");
  }

  /**
   * @param {DayMessage["type"]} type
   * @param {object} more
   */
  send(type, more = {}) {
    this.problem = "";
    this.tell("");
    this.model.send(/** @type {DayMessage} */ ({ type, ...more }));
  }

  form() {
    return /** @type {HTMLFormElement} */ (this.#place.querySelector("form"));
  }

  paint() {
    this.#paintNotes();
    if (this.#drawNewcomer()) {
      this.#card.leave();
      return;
    }
    const place = this.#place;
    const now = focusedAround(this.el);
    const inside = now !== null && place.contains(now);
    const key = inside ? now.dataset.key : null;
    if (this.model.get("phase") === "today") this.#paintDay();
    else {
      this.#card.leave();
      place.replaceChildren(drawForm(this));
    }
    if (!inside || place.contains(now)) return; // a question that goes on keeps the focus
    const same = key ? place.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
    focusAgain(same ?? place.querySelector("[tabindex='-1']"), now);
  }

  #paintDay() {
    const { model } = this;
    if (this.#day.parentNode !== this.#place) this.#place.replaceChildren(this.#day);
    const goal = model.get("goal");
    this.#head.replaceChildren(...drawDayHead(this).filter((one) => one !== null));
    this.#card.paint();
    this.#then.replaceChildren(...drawToday(this).filter((one) => one !== null));
    this.#standing.replaceChildren(...drawStanding(model));
    this.#paintWay(model.get("way"), goal);
    const domains = model.get("objectives");
    this.#map.replaceChildren(
      ...(domains.length ? [drawObjectives(domains, goal, model.get("pages"))] : []),
    );
  }

  /**
   * @param {Way | null} way
   * @param {ShownGoal} goal
   */
  #paintWay(way, goal) {
    if (!way) {
      this.#way.replaceChildren();
      return;
    }
    const more = workLink(
      `certifications/${goal.exam}.html`,
      { "data-key": "steps" },
      t("all steps"),
    );
    const head = node("h2", { class: "cl-heading" }, t("Your way to {code}", goal));
    const words = node("p", { class: "cl-small cl-muted" }, wayWords(way), " · ", more);
    this.#way.replaceChildren(node("div", { class: "cl-way-head" }, head, words), drawWay(way));
  }

  #paintNotes() {
    const { model } = this;
    const form = model.get("phase") === "goal" && (this.#newcomer?.hasForm ?? true);
    const problem = form ? "" : this.problem; // the form says it beside its button
    const { refused } = model.rows.store;
    const said = [...model.get("notes"), this.#told, refused, problem].filter(Boolean);
    this.#notes.replaceChildren(...said.map((note) => node("p", { class: "cl-note" }, note)));
  }

  /** Whether there is no plan yet, and somebody else draws what is met then. */
  #drawNewcomer() {
    const { first, model } = this;
    if (!first || model.get("phase") !== "goal" || model.get("goal").exam) {
      this.#newcomer = null;
      return false;
    }
    if (this.#newcomer) this.#newcomer.paint();
    else this.#newcomer = first(this, this.#place);
    return true;
  }

  /** Several changes in a row are one painting. */
  #changed() {
    if (this.#queued) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      const phase = this.model.get("phase");
      if (phase !== this.#phase) this.planning = false; // what was planned is there, or gone
      if (phase !== "goal") Object.assign(this, { entered: null, planning: false });
      this.#phase = phase;
      this.paint();
    });
  }

  /** A plan came since something was refused. */
  #forgetProblem() {
    this.problem = "";
  }

  /**
   * What was refused.
   *
   * @param {{ type: string, say: string }} message
   */
  #hear({ type, say }) {
    if (type !== "refused") return;
    Object.assign(this, { problem: say, planning: false });
    this.#changed();
  }
}

/** What another language than English needs to say: the pages that are led to may be English. */
const drawPartly = () =>
  node(
    "p",
    { class: "cl-tiny cl-muted" },
    t("Only some pages and questions are in this language; the others are in English."),
  );

/** @param {StartView} view */
function drawForm(view) {
  if (view.model.get("phase") === "goal") return drawGoal(view);
  return node("p", { class: "cl-muted", tabindex: "-1" }, t("Planning from your answers."));
}
