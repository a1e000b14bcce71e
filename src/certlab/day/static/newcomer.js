// @ts-check
/**
 * The start page of somebody without a plan: an exam to choose, five questions of it, what they come
 * to, and then the form that makes the plan.
 *
 * @import { Child } from "../../app/static/elements.d.ts"
 * @import { StartView } from "./days.d.ts"
 * @import { FirstSet, FrontPage, Mark, OfferedExam } from "./front.d.ts"
 */

import { focusAgain, focusedAround, keyWithin, node } from "../../app/static/dom.js";
import { focusFirst, listen } from "../../app/static/keys.js";
import { t, tn } from "../../app/static/words.js";
import { drawExamChips, examToShow } from "./exam_chips.js";
import { drawSegments } from "./first_card.js";
import { FirstQuestions } from "./first_questions.js";
import { drawFirstResult } from "./first_result.js";
import { drawGoal } from "./goal.js";
import { isGoingOn, rememberGoingOn } from "./going_on.js";
import { drawGoneOn, drawMore, drawPlace } from "./place_on_path.js";

const USUAL = 30; // minutes a day

export class Newcomer {
  #view;
  #front;
  #card = node("div", { class: "cl-newcomer" });
  /** @type {OfferedExam | undefined} */
  #exam;
  #all = false; // whether exams are offered of which little is here
  #form = node("div", { class: "cl-when" });
  #turn = 0; // how often an exam was chosen: only the last choice is drawn
  #leave = () => {};
  /** @type {FirstQuestions | null} */
  #asked = null; // those on the card

  /**
   * @param {StartView} view
   * @param {HTMLElement} place
   * @param {FrontPage} front
   */
  constructor(view, place, front) {
    this.#view = view;
    this.#front = front;
    place.replaceChildren(this.#card);
    this.#hearKeys(place);
    const exam = examToShow(front.exams);
    if (exam) this.#choose(exam);
    else this.#showForm(false);
  }

  /**
   * Keys answer from the chips and from beside the card too. The chip that was pressed keeps the
   * focus, for those who go on with Tab, and all its other keys.
   *
   * @param {HTMLElement} place
   */
  #hearKeys(place) {
    // Without a plan again there is another card, and this one hears nothing more.
    const press = (/** @type {string} */ key) =>
      this.#card.isConnected && (this.#asked?.press(key) ?? false);
    listen(place, press);
    this.#front.chips.addEventListener("keydown", (event) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || !/^[1-9]$/.test(key)) return;
      if (press(key)) event.preventDefault();
    });
  }

  get hasForm() {
    return this.#form.isConnected;
  }

  /** What the form shows has changed, where it is there. */
  paint() {
    if (!this.hasForm) return;
    const now = focusedAround(this.#form);
    const key = keyWithin(this.#form);
    this.#drawForm();
    if (key) focusAgain(this.#form.querySelector(`[data-key="${CSS.escape(key)}"]`), now);
  }

  /** @param {OfferedExam} exam */
  async #choose(exam) {
    this.#exam = exam;
    this.#drawChips();
    this.#front.drawWay(exam.exam);
    this.#turn += 1;
    const mine = this.#turn;
    // What stands there is another exam's until the chosen one's is here: nothing answers it, and
    // no press begins on a button that is taken away before it ends.
    this.#asked = null;
    this.#card.inert = true;
    try {
      const set = await this.#front.read(exam.exam);
      if (mine === this.#turn) await this.#ask(exam, set, mine);
    } catch (error) {
      console.warn(error);
      if (mine === this.#turn) this.#showForm(false); // a plan needs no questions
    }
  }

  /**
   * @param {OfferedExam} exam
   * @param {FirstSet} set
   * @param {number} mine
   */
  async #ask(exam, set, mine) {
    if (!set.items.length) {
      this.#show(drawNone(exam));
      return;
    }
    const el = node("div", {});
    const asked = new FirstQuestions(this.#front, exam.code, set, {
      label: t("Five questions"),
      around: t("I know my date: plan now"),
      drawEnd: () => this.#drawEnd(exam, set, asked.marks),
      plan: () => this.#showForm(true),
    });
    if (!(await this.#mount(asked, el, mine))) return;
    const isDone = asked.done === set.items.length;
    if (set.more && isDone && isGoingOn(exam.exam)) await this.#askMore(exam, set, asked.marks);
    else focusFirst(el);
  }

  /**
   * Whether they stand on the card; not where another exam was chosen meanwhile.
   *
   * @param {FirstQuestions} asked
   * @param {HTMLElement} el
   * @param {number} mine
   */
  async #mount(asked, el, mine) {
    const leave = await asked.mount(el, this.#view.model.rows.store);
    if (mine !== this.#turn) {
      leave();
      return false;
    }
    this.#show(el);
    this.#leave = leave;
    this.#asked = asked;
    return true;
  }

  /**
   * The questions that follow, for a place on the path; broken off they come to what was answered.
   *
   * @param {OfferedExam} exam
   * @param {FirstSet} set
   * @param {Mark[]} marks of the first
   */
  async #askMore(exam, set, marks) {
    this.#turn += 1;
    const mine = this.#turn;
    const more = await this.#front.readMore(exam.exam);
    if (mine !== this.#turn) return;
    rememberGoingOn(exam.exam);
    const el = node("div", {});
    const draw = () => {
      const open = more.items.length - asked.done;
      const parts = drawPlace(
        exam.code,
        this.#front.root,
        { set, marks },
        { set: more, marks: asked.marks, open },
      );
      return this.#drawStand(asked.marks, parts);
    };
    const asked = new FirstQuestions(this.#front, exam.code, more, {
      label: tn("{n} more question", "{n} more questions", more.items.length),
      around: t("Stop here: where I stand"),
      drawEnd: draw,
      plan: () => {
        rememberGoingOn("");
        const place = draw();
        this.#show(place);
        place.querySelector(".cl-score")?.focus();
      },
    });
    if (!(await this.#mount(asked, el, mine))) return;
    if (asked.done && asked.done < more.items.length)
      this.#card.prepend(drawGoneOn(asked.done, more.items.length));
    el.querySelector(".cl-ask")?.focus();
  }

  /** @param {(Node | string)[]} parts in place of what stands on the card */
  #show(...parts) {
    this.#leave();
    this.#leave = () => {};
    this.#asked = null;
    this.#card.inert = false;
    this.#card.replaceChildren(...parts);
  }

  /**
   * @param {OfferedExam} exam
   * @param {FirstSet} set
   * @param {Mark[]} marks
   */
  #drawEnd(exam, set, marks) {
    const more = set.more
      ? drawMore(set.more, () => this.#askMore(exam, set, marks).catch(console.warn))
      : null;
    return this.#drawStand(marks, [drawFirstResult(exam, set, marks), more]);
  }

  /**
   * @param {Mark[]} marks
   * @param {Child} body
   */
  #drawStand(marks, body) {
    this.#fillForm();
    return node(
      "section",
      { "aria-label": t("Where you stand") },
      node(
        "div",
        { class: "cl-item" },
        drawSegments(marks, t("Where you stand"), ""),
        node("div", { class: "cl-body" }, body),
      ),
      this.#form,
    );
  }

  /**
   * The form alone; what was typed into it stays.
   *
   * @param {boolean} pressed whether the learner wants it
   */
  #showForm(pressed) {
    this.#turn += 1; // questions that are still on their way do not take its place
    this.#fillForm();
    const exam = this.#exam;
    const back = node(
      "button",
      {
        type: "button",
        class: "cl-link",
        "data-key": "back",
        onclick: () => exam && this.#choose(exam),
      },
      t("Back to the questions"),
    );
    this.#show(this.#form, exam ? node("p", { class: "cl-small" }, back) : "");
    if (pressed) this.#form.querySelector("[tabindex='-1']")?.focus();
    else focusFirst(this.#form);
  }

  /** The form names the exam that was asked about. */
  #fillForm() {
    const entered = this.#view.entered ?? { exam: "", day: "", minutes: USUAL };
    this.#view.entered = { ...entered, exam: this.#exam?.exam ?? entered.exam };
    this.#drawForm();
  }

  #drawForm() {
    this.#form.replaceChildren(drawGoal(this.#view, { chosen: this.#exam !== undefined }));
  }

  #drawChips() {
    const { chips, exams, root } = this.#front;
    const key = keyWithin(chips);
    const parts = drawExamChips(exams, /** @type {OfferedExam} */ (this.#exam), {
      root,
      all: this.#all,
      choose: (exam) => this.#choose(exam),
      more: () => {
        this.#all = true;
        this.#drawChips();
      },
    });
    chips.replaceChildren(node("div", { class: "cl-newcomer" }, ...parts));
    const same = key ? chips.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
    if (key) focusAgain(same ?? chips.querySelector("[aria-pressed=true]"), null);
  }
}

/** @param {OfferedExam} exam */
function drawNone({ code }) {
  return node(
    "section",
    { class: "cl-item" },
    node(
      "div",
      { class: "cl-body" },
      node("p", { class: "cl-ask", tabindex: "-1" }, t("No questions for {code} yet.", { code })),
      node(
        "p",
        { class: "cl-estimate" },
        t(
          "The course cannot ask you about this exam yet, and a plan for it would hold nothing to do. Choose another exam.",
        ),
      ),
    ),
  );
}
