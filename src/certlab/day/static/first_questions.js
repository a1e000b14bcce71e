// @ts-check
/**
 * A newcomer's questions, one after the other. The answers are rows as any other; "not sure"
 * records nothing.
 *
 * @import { DeckView, Face } from "../../app/static/deck/decks.d.ts"
 * @import { BankItem, ShownChoice } from "../../app/static/question/items.d.ts"
 * @import { Row } from "../../app/static/store/rows.d.ts"
 * @import { Store } from "../../app/static/store/store.js"
 * @import { FirstSet, FrontPage, Mark, Ways } from "./front.d.ts"
 */

import { StoredModel } from "../../app/static/deck/model.js";
import { go, mount, submit } from "../../app/static/deck/view.js";
import { node } from "../../app/static/dom.js";
import { t } from "../../app/static/words.js";
import { BeforeAfter } from "./before_after.js";
import {
  drawClosedQuestion,
  drawOnward,
  drawOpenQuestion,
  drawReasons,
  drawSegments,
  reasonsFor,
} from "./first_card.js";
import { passedItems, rememberPassed } from "./passed_items.js";

export class FirstQuestions {
  #front;
  #code;
  #set;
  #ways;
  /** @type {Map<string, Mark>} */
  #marks = new Map();
  /** @type {Map<string, BeforeAfter>} */
  #pictures = new Map();
  /** @type {DeckView | null} */
  #view = null; // what the questions were last drawn in

  /**
   * @param {FrontPage} front
   * @param {string} code of the exam
   * @param {FirstSet} set
   * @param {Ways} ways
   */
  constructor(front, code, set, ways) {
    this.#front = front;
    this.#code = code;
    this.#set = set;
    this.#ways = ways;
  }

  /** What became of each question, in their order. */
  get marks() {
    return this.#set.items.map((item) => this.#marks.get(item) ?? "unsure");
  }

  /** How many were answered or passed. */
  get done() {
    return this.#marks.size;
  }

  /**
   * A key that was pressed beside the questions; whether it was used.
   *
   * @param {string} key
   */
  press(key) {
    return this.#view !== null && this.#press(key, this.#view);
  }

  /**
   * Ask what was neither answered nor passed; returns what ends it.
   *
   * @param {HTMLElement} el
   * @param {Store} store
   */
  async mount(el, store) {
    this.#recall(await store.all());
    const items = this.#set.items.filter((item) => !this.#marks.has(item));
    const { pages, surface } = this.#front;
    const given = { title: "", pages, surface, banks: [this.#set.bank], kinds: ["single"] };
    const model = new StoredModel(store, { ...given, count: items.length, items });
    await model.begin();
    model.take({ notes: [] }); // the page above says them
    return mount({ model, el }, this.#face());
  }

  /**
   * The first answers that were given earlier, and what was passed in this tab.
   *
   * @param {Row[]} rows
   */
  #recall(rows) {
    for (const { item = "", outcome } of rows)
      if (this.#set.items.includes(item) && !this.#marks.has(item))
        this.#marks.set(item, outcome === "correct" ? "right" : "wrong");
    const passed = passedItems();
    for (const item of this.#set.items)
      if (passed.has(item) && !this.#marks.has(item)) this.#marks.set(item, "unsure");
  }

  /** @returns {Face} */
  #face() {
    return {
      label: this.#ways.label,
      draw: (view) => this.#draw(view),
      press: (key, view) => this.#press(key, view),
      arrived: (view, index) => {
        const { item } = view.deck.questions[index];
        const right = view.deck.answerTo(index)?.verdict.outcome === "correct";
        this.#marks.set(item, right ? "right" : "wrong");
        this.#pictures.get(item)?.move();
        meetVerdict(view);
      },
    };
  }

  /** @param {DeckView} view */
  #draw(view) {
    this.#view = view;
    const { deck } = view;
    if (deck.at >= deck.planned) return this.#ways.drawEnd();
    const show = /** @type {ShownChoice} */ (deck.show);
    const mark = this.#marks.get(show.item);
    return node(
      "section",
      { class: "cl-item", "aria-label": this.#place(show.item) },
      drawSegments(this.#segments(show.item), this.#place(show.item), this.#about(show.item)),
      node("div", { class: "cl-body" }, this.#drawBody(view, show, mark)),
      node(
        "div",
        { class: "cl-foot" },
        mark ? this.#drawOnward(view, show) : this.#drawWays(view, show),
      ),
    );
  }

  /**
   * @param {DeckView} view
   * @param {ShownChoice} show
   * @param {Mark | undefined} mark
   */
  #drawBody(view, show, mark) {
    const picture = this.#picture(show.item)?.el ?? null;
    const { problem } = view.deck;
    const why = problem ? node("p", { class: "cl-problem", role: "alert" }, problem.say) : null;
    if (!mark)
      return [drawOpenQuestion(show, picture, (option) => submit(view, option, null)), why];
    const { feedback } = this.#entry(show.item);
    const chosen = chosenIn(view);
    return [
      drawClosedQuestion(show, picture, chosen, feedback.correct ?? []),
      drawReasons(mark, reasonsFor(feedback, chosen)),
    ];
  }

  /**
   * @param {DeckView} view
   * @param {ShownChoice} show
   */
  #drawOnward(view, show) {
    return drawOnward({
      section: this.#entry(show.item).feedback.section ?? null,
      pages: this.#front.pages,
      last: view.deck.at + 1 === view.deck.planned,
      next: () => this.#next(view),
    });
  }

  /**
   * Below an open question: how it is answered, and the ways around it.
   *
   * @param {DeckView} view
   * @param {ShownChoice} show
   */
  #drawWays(view, show) {
    const skip = () => {
      this.#marks.set(show.item, "unsure");
      rememberPassed(show.item);
      this.#pictures.get(show.item)?.move();
      meetVerdict(view);
      view.paint();
    };
    return [
      node(
        "p",
        { class: "cl-small cl-muted" },
        node("span", { class: "cl-byKey" }, t("Press 1 to {n}.", { n: show.options.length }), " "),
        node("span", { class: "cl-byTouch" }, t("Choose one."), " "),
        t("Not sure is an answer too:"),
        " ",
        node(
          "button",
          { type: "button", class: "cl-link", "data-key": "skip", onclick: skip },
          t("skip"),
        ),
      ),
      node(
        "button",
        {
          type: "button",
          class: "cl-link cl-around",
          "data-key": "plan",
          onclick: this.#ways.plan,
        },
        this.#ways.around,
      ),
    ];
  }

  /**
   * @param {string} key
   * @param {DeckView} view
   */
  #press(key, view) {
    const { deck } = view;
    if (deck.at >= deck.planned) return false;
    const show = /** @type {ShownChoice} */ (deck.show);
    if (this.#marks.has(show.item)) {
      if (key === "enter") this.#next(view);
      return key === "enter";
    }
    const option = /^[1-9]$/.test(key) ? show.options[Number(key) - 1] : null;
    if (option) submit(view, option.id, null);
    return option !== null;
  }

  /** @param {DeckView} view */
  #next(view) {
    go(view, () => view.deck.go(view.deck.at + 1));
  }

  /** @param {string} item */
  #entry(item) {
    return /** @type {BankItem} */ (this.#set.bank.items.find((one) => one.item === item));
  }

  /** @param {string} item */
  #picture(item) {
    const sides = this.#set.pictures[item];
    if (sides && !this.#pictures.has(item))
      this.#pictures.set(item, new BeforeAfter(sides, this.#front.live));
    return this.#pictures.get(item);
  }

  /** @param {string} now */
  #segments(now) {
    const { items } = this.#set;
    return items.map((item) => this.#marks.get(item) ?? (item === now ? "now" : "open"));
  }

  /** @param {string} item */
  #place(item) {
    const { items } = this.#set;
    return t("{n} of {count}", { n: items.indexOf(item) + 1, count: items.length });
  }

  /** @param {string} item */
  #about(item) {
    const { number, title } = this.#set.objectives[item];
    return node("abbr", { title }, `${this.#code} ${number}`);
  }
}

/**
 * The option that was chosen; null where the question was passed.
 *
 * @param {DeckView} view
 */
function chosenIn({ deck }) {
  return deck.answer ? String(deck.answer.response) : null;
}

/**
 * Once it is drawn the verdict has the focus, and the page stands where the picture moves.
 *
 * @param {DeckView} view
 */
function meetVerdict(view) {
  view.aim = ".cl-ask";
  const focus = () => {
    const card = view.focused()?.closest(".cl-item");
    const verdict = /** @type {HTMLElement | null | undefined} */ (
      card?.querySelector(".cl-verdict")
    );
    verdict?.focus({ preventScroll: true });
    if (card && card.getBoundingClientRect().bottom > innerHeight)
      card.scrollIntoView({ block: "start" });
  };
  requestAnimationFrame(() => requestAnimationFrame(focus));
}
