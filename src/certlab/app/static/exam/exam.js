// @ts-check
/**
 * Mock exams: choose one, sit it against the clock, read what it came to.
 *
 * @import { StoredModel } from "../deck/model.js"
 * @import { Mounted } from "../elements.d.ts"
 * @import { ExamModelOf, ExamView, Filter, Phase, Screen } from "./exams.d.ts"
 */

import { quizFace } from "../deck/quiz_face.js";
import { mount } from "../deck/view.js";
import { focusAgain, focusedAround, node } from "../dom.js";
import { focusFirst, listen, takeFocus } from "../keys.js";
import { spoken, t } from "../words.js";
import { announcement } from "./clock.js";
import { ExamDesk } from "./desk.js";
import { drawMap } from "./map.js";
import { drawSitting, pressSitting } from "./question.js";
import { drawReport } from "./report.js";
import { drawReview } from "./review.js";
import { drawStart } from "./start.js";

/** @type {Record<Screen, (view: ExamView) => Element>} */
const SCREENS = {
  start: drawStart,
  question: drawSitting,
  map: drawMap,
  report: drawReport,
  review: drawReview,
};
/** @type {Partial<Record<Phase, Screen>>} */
const FIRST = { start: "start", running: "question", ended: "report" };

/**
 * Draw mock exams into `el` until the returned function is called; `model` is as desk.js has it.
 *
 * @param {Mounted<ExamModelOf<StoredModel>>} context
 */
export function mountExams({ model, el }) {
  const drawing = new ExamDrawing(model, el);
  return () => drawing.leave();
}

/** @implements {ExamView} */
class ExamDrawing {
  #model;
  #el;
  #place = node("div", { class: "cl-frame cl-exam", tabindex: "-1" });
  #status = node("p", { class: "cl-hidden", role: "status" });
  /** @type {(() => void) | null} */
  #leaveAgain = null; // ends the drill of the wrong ones
  #timeLeft = Infinity; // at the last tick
  #leaveDesk;
  #clock;

  id = `cl-${Math.random().toString(36).slice(2, 10)}`;
  /** @type {Filter} */
  filter = "all";
  reviewed = 0;
  confirming = false;
  /** @type {ExamView["choice"]} */
  choice = undefined;
  /** @type {ExamView["showTime"]} */
  showTime = null;
  /** @type {ExamView["showMap"]} */
  showMap = undefined;

  /**
   * @param {ExamModelOf<StoredModel>} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.#model = model;
    this.#el = el;
    this.desk = new ExamDesk(model);
    /** @type {Screen} */
    this.screen = FIRST[this.desk.phase] ?? "start";
    el.classList.add("certlab");
    el.lang = spoken();
    const notes = model.get("notes").map((note) => node("p", { class: "cl-note" }, note));
    const parts = [notes, this.#place, this.#status];
    el.replaceChildren(node("div", { role: "group", "aria-label": t("Mock exam") }, ...parts));
    listen(this.#place, (key) => this.desk.phase === "running" && pressSitting(key, this));
    this.#leaveDesk = this.desk.follow((names) => this.#changed(names));
    this.#clock = setInterval(() => this.#tick(), 1000);
    this.paint();
    takeFocus(model, this.#place);
    if (this.desk.phase === "running") focusFirst(el); // a reload in the midst of it
  }

  leave() {
    clearInterval(this.#clock);
    this.desk.flush();
    this.#leaveDesk();
    this.#leaveAgain?.();
    this.#el.replaceChildren();
  }

  /** @param {string} words */
  say(words) {
    this.#status.textContent = words;
  }

  form() {
    return /** @type {HTMLFormElement} */ (this.#place.querySelector("form")); // every screen is one
  }

  /**
   * Show another screen, with the focus on what comes.
   *
   * @type {ExamView["turn"]}
   */
  turn(screen, more = {}) {
    Object.assign(this, { screen, confirming: false }, more);
    this.say("");
    this.paint(true);
  }

  paint(moved = false) {
    if (this.desk.phase === "again") {
      this.#drawAgain();
      return;
    }
    const place = this.#place;
    const now = focusedAround(this.#el);
    const inside = now !== null && place.contains(now);
    const key = inside ? now.dataset.key : null;
    place.replaceChildren(SCREENS[this.screen](this));
    const same = key && !moved ? place.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
    if (inside || moved) focusAgain(same ?? place.querySelector("[tabindex='-1']"), now);
    this.#tick();
  }

  /** The wrong ones once more, as a quiz. */
  #drawAgain() {
    const model = this.#model.again;
    if (this.#leaveAgain || !model) return;
    const inner = node("div", {});
    const back = node(
      "button",
      { type: "button", onclick: () => this.desk.send({ type: "report" }) },
      t("Back to the report"),
    );
    this.#place.replaceChildren(inner, node("div", { class: "cl-small" }, back));
    this.#leaveAgain = mount({ model, el: inner }, quizFace);
    inner.querySelector(".cl-frame [tabindex='-1']")?.focus();
  }

  /** @param {Set<string>} names of what has changed */
  #changed(names) {
    const { phase } = this.desk;
    if (names.has("phase")) {
      this.#leaveAgain?.();
      this.#leaveAgain = null;
      const now = focusedAround(this.#el);
      const moved = this.#place.contains(now) || now === document.body; // Safari's buttons take no focus
      Object.assign(this, {
        screen: FIRST[phase] ?? this.screen,
        confirming: false,
        filter: "all",
      });
      this.paint(moved);
      return;
    }
    const entered = names.size === 1 && names.has("responses") && this.screen === "question";
    if (phase !== "again" && !entered) this.paint(); // what was entered stands there already
  }

  #tick() {
    if (this.desk.phase !== "running") {
      this.#timeLeft = Infinity;
      return;
    }
    const { left } = this.desk;
    if (left === null) return;
    this.showTime?.(left);
    const words = announcement(this.#timeLeft, left);
    if (words) this.say(words);
    this.#timeLeft = left;
    if (left <= 0) this.desk.stop();
  }
}
