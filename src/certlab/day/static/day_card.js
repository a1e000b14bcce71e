// @ts-check
/**
 * The card of the day: its first questions, live, or the one task that comes first.
 *
 * @import { Asked, ShownTask, StartView } from "./days.d.ts"
 */

import { mixedFace } from "../../app/static/deck/mixed_face.js";
import { StoredModel } from "../../app/static/deck/model.js";
import { mount } from "../../app/static/deck/view.js";
import { node } from "../../app/static/dom.js";
import { focusFirst } from "../../app/static/keys.js";
import { t, tn } from "../../app/static/words.js";
import { asksQuestions, leadOf, minuteWords, titleOf } from "./lead.js";
import { drawDone, drawTaskCard } from "./task_card.js";

const FIXED = ["pages", "surface", "kinds", "scope"];

/** It is drawn anew only where it shows something else: whoever answers is not interrupted. */
export class DayCard {
  el = node("div", { class: "cl-day-card" });
  #view;
  /** @type {Asked | null} */
  #asked = null;
  /** @type {StoredModel | null} */
  #deck = null; // which asks it, once it is drawn
  /** @type {(() => void)[]} */
  #ends = [];

  /** @param {StartView} view */
  constructor(view) {
    this.#view = view;
  }

  paint() {
    const { model } = this.#view;
    /** @type {Asked | null} */
    const asked = model.get("asked");
    if (asked && asked === this.#asked) return;
    if (asked && this.#deck && asked.before === this.#asked) {
      this.#asked = asked;
      this.#deck.take({ lead: leadWords(asked.task) });
      this.#deck.goOnWith(asked);
      return;
    }
    this.leave();
    this.#asked = asked;
    if (asked) this.#mount(asked);
    else this.el.replaceChildren(this.#drawTask(model.get("tasks"), model.get("unplanned")));
  }

  leave() {
    for (const end of this.#ends) end();
    this.#ends = [];
    this.#asked = null;
    this.#deck = null;
  }

  /**
   * @param {ShownTask[]} tasks
   * @param {boolean} unplanned
   */
  #drawTask(tasks, unplanned) {
    const task = tasks[leadOf(tasks)];
    if (!task)
      return unplanned ? drawLoading(t("Planning from your answers.")) : drawDone(this.#view);
    if (asksQuestions(task)) return drawLoading(t("The first question is on its way."));
    return drawTaskCard(task);
  }

  /** @param {Asked} asked */
  async #mount(asked) {
    const { model } = this.#view;
    const { store } = model.rows;
    const fixed = Object.fromEntries(FIXED.map((name) => [name, model.get(name)]));
    const { banks, items, exam, count } = asked;
    const given = { ...fixed, banks, items, exam, count, title: t("Today") };
    const deck = new StoredModel(store, /** @type {any} */ (given)); // a widget's traits have no types
    deck.take({ lead: leadWords(asked.task), another: "" });
    const refused = await deck.begin().catch((error) => error.message);
    deck.take({ notes: [] }); // the page above says them
    if (this.#asked !== asked) return; // something else is asked by now
    if (refused) {
      this.#asked = null; // the next painting tries again
      this.el.replaceChildren(node("p", { class: "cl-problem", role: "alert" }, refused));
      return;
    }
    this.#deck = deck;
    const inner = node("div", {});
    const below = node("div", { class: "cl-below cl-small cl-muted" });
    const paint = () => below.replaceChildren(...this.#drawBelow(asked, deck));
    deck.on("change:at", paint);
    deck.on("change:questions", paint);
    this.el.replaceChildren(inner, below);
    const skip = async () => {
      const n = await deck.skipAnswered().catch(() => 0); // the next change asks again
      if (!n || this.#deck !== deck) return;
      this.#view.tell(elsewhere(n));
      if (!deck.get("questions").length) model.rows.bring();
    };
    this.#ends = [mount({ model: deck, el: inner }, mixedFace), store.follow(skip)];
    paint();
    this.#focus(inner, asked.pressed);
  }

  /**
   * The keys are the question's at once; not where somebody does something else already.
   *
   * @param {HTMLElement} inner
   * @param {boolean} pressed
   */
  #focus(inner, pressed) {
    if (!pressed) {
      focusFirst(inner, (now) => this.#view.holds(now));
      return;
    }
    const start = /** @type {HTMLElement | null} */ (
      inner.querySelector(".cl-frame [tabindex='-1']")
    );
    start?.focus();
    this.el.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {Asked} asked
   * @param {StoredModel} deck
   */
  #drawBelow(asked, deck) {
    const home = () => this.#view.send("home");
    /** @param {string} words */
    const back = (words) =>
      node("button", { type: "button", "data-key": "home", onclick: home }, words);
    if (deck.get("at") >= deck.get("questions").length) return [back(t("Go on with today"))];
    const says = node("span", {}, t("You can stop after any item; each answer is saved."));
    return asked.pressed ? [back(t("Back to today")), says] : [says];
  }
}

/** @param {string} words */
function drawLoading(words) {
  return node("p", { class: "cl-muted cl-loading", role: "status" }, words);
}

/** @param {ShownTask} task */
function leadWords(task) {
  const left = { ...task, count: task.count - task.done };
  return [titleOf(left), minuteWords(task.minutes)];
}

/** @param {number} n */
function elsewhere(n) {
  return tn(
    "{n} question was answered in another window; this one goes on with what is left.",
    "{n} questions were answered in another window; this one goes on with what is left.",
    n,
  );
}
