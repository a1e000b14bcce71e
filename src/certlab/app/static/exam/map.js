// @ts-check
/**
 * The map of a sitting: what is answered, flagged and unseen; and handing in.
 *
 * @import { ExamView } from "./exams.d.ts"
 */

import { drawCard, drawProblem } from "../card.js";
import { icon, node } from "../dom.js";
import { t, tn } from "../words.js";
import { drawTimer } from "./timer.js";

/** @param {ExamView} view */
export function drawMap(view) {
  const { desk, id } = view;
  const { open, count } = desk;
  const marked = [...desk.shows.keys()].filter((place) => desk.isMarked(place));
  const sums = [
    t("{n} of {count} answered", { n: count - open.length, count }),
    marked.length ? t("{n} flagged", { n: marked.length }) : null,
  ];
  return drawCard({
    label: t("Map of the questions"),
    left: t("{code} mock exam", { code: desk.sitting.code }),
    right: drawTimer(view),
    body: [
      node("p", { class: "cl-score", tabindex: "-1" }, sums.filter(Boolean).join(", ")),
      drawCells(view),
      drawLegend(),
      drawProblem(desk.problem ? { say: desk.problem } : null, id),
    ],
    foot: view.confirming
      ? drawConfirmation(view, open)
      : [
          node(
            "button",
            { type: "submit", class: "cl-primary", "data-key": "primary" },
            t("Hand in"),
          ),
          node(
            "button",
            { type: "button", "data-key": "back", onclick: () => view.turn("question") },
            t("Back to question {place}", { place: desk.place + 1 }),
          ),
        ],
    submit: () => {
      view.confirming ? desk.finish() : confirm(view);
    },
  });
}

/**
 * The map beside a question, for a wide window; `view.showMap` draws it again without a repaint.
 *
 * @param {ExamView} view
 */
export function drawSide(view) {
  const side = node("div", { class: "cl-side" });
  const show = () => side.replaceChildren(drawCells(view), drawLegend());
  view.showMap = show;
  show();
  return side;
}

/** @param {ExamView} view */
function drawCells(view) {
  const { desk } = view;
  return node(
    "ol",
    { class: "cl-map" },
    desk.shows.map((_, place) => {
      const standing = desk.standing(place);
      const marked = desk.isMarked(place);
      const label = [
        t("Question {place}", { place: place + 1 }),
        STANDINGS()[standing],
        marked ? t("flagged") : null,
      ];
      return node(
        "li",
        {},
        node(
          "button",
          {
            type: "button",
            class: `cl-cell cl-is-${standing}`,
            "data-key": `cell-${place}`,
            "aria-label": label.filter(Boolean).join(", "),
            "aria-current": view.screen === "question" && place === desk.place ? "true" : null,
            onclick: () => {
              desk.go(place);
              view.turn("question");
            },
          },
          node("span", {}, String(place + 1)),
          node("span", {}, marked ? icon("flag") : null),
        ),
      );
    }),
  );
}

function STANDINGS() {
  return {
    answered: t("answered"),
    incomplete: t("started, not complete"),
    seen: t("not answered"),
    unseen: t("not seen"),
  };
}

function drawLegend() {
  return node(
    "ul",
    { class: "cl-legend cl-small cl-muted" },
    Object.entries(STANDINGS()).map(([standing, word]) =>
      node(
        "li",
        {},
        node("span", { class: `cl-cell cl-key cl-is-${standing}`, "aria-hidden": "true" }),
        word,
      ),
    ),
  );
}

/** @param {ExamView} view */
function confirm(view) {
  view.confirming = true;
  view.paint();
  view.form().querySelector("[data-key=asks]")?.focus();
}

/**
 * What is not answered is said once more before the end.
 *
 * @param {ExamView} view
 * @param {number[]} open places without an answer
 */
function drawConfirmation(view, open) {
  const list = open.map((place) => place + 1).join(", ");
  const says = open.length
    ? tn(
        "Question {list} has no answer and will count as wrong.",
        "{n} questions have no answer and will count as wrong: {list}.",
        open.length,
        { list },
      )
    : t("Every question is answered.");
  return node(
    "div",
    { class: "cl-after", role: "group", "aria-label": t("Hand in") },
    node(
      "p",
      { tabindex: "-1", "data-key": "asks" },
      says,
      " ",
      t("Hand in now? Afterwards nothing can be changed."),
    ),
    node(
      "div",
      { class: "cl-field" },
      node("button", { type: "submit", class: "cl-primary", "data-key": "yes" }, t("Hand in now")),
      node(
        "button",
        { type: "button", "data-key": "no", onclick: () => view.turn("map") },
        t("Keep working"),
      ),
    ),
  );
}
