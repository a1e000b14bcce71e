// @ts-check
/**
 * One of a newcomer's five questions: a press answers, and the picture moves.
 *
 * @import { Child } from "../../app/static/elements.d.ts"
 * @import { BankItem, Section, ShownChoice } from "../../app/static/question/items.d.ts"
 * @import { Mark } from "./front.d.ts"
 */

import { icon, node } from "../../app/static/dom.js";
import { readLink } from "../../app/static/question/links.js";
import { inline } from "../../app/static/text.js";
import { t } from "../../app/static/words.js";

/** @type {Record<Mark, () => string>} */
const MARKS = {
  right: () => t("right"),
  wrong: () => t("wrong"),
  unsure: () => t("not sure"),
  now: () => t("now"),
  open: () => t("open"),
};

/**
 * A segment a question, its place in words, and on the right what it is about.
 *
 * @param {Mark[]} marks
 * @param {string} place
 * @param {Child} about
 */
export function drawSegments(marks, place, about) {
  return node(
    "div",
    { class: "cl-head" },
    node(
      "div",
      { class: "cl-segments" },
      node(
        "ol",
        {},
        marks.map((mark, n) =>
          node(
            "li",
            { class: `cl-is-${mark}` },
            node("span", { class: "cl-hidden" }, `${n + 1}: ${MARKS[mark]()}`),
          ),
        ),
      ),
      node("span", {}, place),
    ),
    node("span", { class: "cl-place" }, about),
  );
}

/**
 * The question with its picture and its options, which answer when they are pressed.
 *
 * @param {ShownChoice} show
 * @param {Child} picture
 * @param {(option: string) => void} choose
 */
export function drawOpenQuestion(show, picture, choose) {
  return drawChoices(show, picture, (option, place) =>
    node(
      "button",
      {
        type: "button",
        class: "cl-option",
        "data-key": `option-${option.id}`,
        onclick: () => choose(option.id),
      },
      node("kbd", { "aria-hidden": "true" }, String(place + 1)),
      node("span", {}, inline(option.text)),
    ),
  );
}

/**
 * The same once it was answered, or passed with `chosen` null.
 *
 * @param {ShownChoice} show
 * @param {Child} picture
 * @param {string | null} chosen
 * @param {string[]} correct
 */
export function drawClosedQuestion(show, picture, chosen, correct) {
  return drawChoices(show, picture, (option, place) => {
    const right = correct.includes(option.id);
    const mine = option.id === chosen;
    const word = mine
      ? right
        ? t("Your choice, right")
        : t("Your choice, wrong")
      : t("Right answer");
    return node(
      "div",
      {
        class: `cl-option${right ? " cl-is-right" : mine ? " cl-is-wrong" : ""}`,
      },
      node("kbd", { "aria-hidden": "true" }, String(place + 1)),
      node("span", {}, inline(option.text)),
      right || mine
        ? node("span", { class: "cl-tag" }, icon(right ? "right" : "wrong"), word)
        : null,
    );
  });
}

/**
 * @param {ShownChoice} show
 * @param {Child} picture
 * @param {(option: ShownChoice["options"][number], place: number) => Element} draw
 */
function drawChoices({ ask, options }, picture, draw) {
  return [
    node("p", { class: "cl-ask", tabindex: "-1" }, inline(ask)),
    picture,
    node("div", { class: "cl-options", role: "group", "aria-label": t("Options") }, [
      options.map(draw),
    ]),
  ];
}

/**
 * What came of it, and the reasons, each a sentence or two.
 *
 * @param {Mark} mark right, wrong or unsure
 * @param {string[]} whys
 */
export function drawReasons(mark, whys) {
  const words = { right: t("Right."), wrong: t("Not yet."), unsure: t("Now you know.") };
  const known = mark === "right" || mark === "wrong" ? mark : null;
  return node(
    "div",
    { class: "cl-reason" },
    node(
      "p",
      { class: `cl-verdict cl-is-${known ?? "note"}`, tabindex: "-1" },
      icon(known ?? "info"), // a question that was passed is no warning
      words[/** @type {"right" | "wrong" | "unsure"} */ (mark)],
    ),
    whys.map((why) => node("p", {}, inline(why))),
  );
}

/**
 * The way on from an answered question.
 *
 * @param {{ section: Section | null, pages: string, last: boolean, next: () => void }} way
 */
export function drawOnward({ section, pages, last, next }) {
  return [
    node(
      "button",
      { type: "button", class: "cl-primary", "data-key": "primary", onclick: next },
      last ? t("Where you stand") : t("Next"),
    ),
    readLink(section, pages),
  ];
}

/**
 * Why what was chosen is wrong, where it is, and why the right option is right.
 *
 * @param {BankItem["feedback"]} feedback
 * @param {string | null} chosen null for none
 */
export function reasonsFor({ whys = {}, correct }, chosen) {
  const right = correct?.[0] ?? "";
  const told = chosen && chosen !== right ? [whys[chosen], whys[right]] : [whys[right]];
  return told.filter(Boolean);
}
