// @ts-check
/**
 * One question of a sitting: its controls, the time that is left, and the ways on.
 *
 * @import { ExamView } from "./exams.d.ts"
 */

import { drawCard, drawProblem, keyHints, primary } from "../card.js";
import { icon, node } from "../dom.js";
import { answerKeys, pressAnswer } from "../question/option_keys.js";
import { drawContext, drawQuestion, readEntry } from "../question/question.js";
import { t } from "../words.js";
import { drawSide } from "./map.js";
import { drawTimer } from "./timer.js";

/** @param {ExamView} view */
export function drawSitting(view) {
  const { desk, id } = view;
  const { show, place, count, problem } = desk;
  const refusal = problem ? { say: problem } : null;
  const at = t("Question {place} of {count}", { place: place + 1, count });
  desk.see();
  return drawCard({
    label: at,
    left: at, // and no word of where it is from: an exam gives no such cue
    right: drawTimer(view),
    body: node(
      "div",
      { class: "cl-seat" },
      node(
        "div",
        {},
        drawContext(show),
        drawQuestion(show, { response: desk.entryOf(place) }, id, refusal),
        drawProblem(refusal, id),
      ),
      drawSide(view),
    ),
    foot: [
      primary(place + 1 < count ? t("Next") : t("To the map")),
      place
        ? node(
            "button",
            { type: "button", "data-key": "previous", onclick: () => step(view, -1) },
            t("Previous"),
          )
        : null,
      markButton(view),
      node(
        "button",
        { type: "button", class: "cl-quiet", "data-key": "map", onclick: () => openMap(view) },
        t("Map"),
      ),
      keyHints(
        ...answerKeys(show),
        ["Enter", t("next")],
        ["P", t("previous")],
        ["F", t("flag")],
        ["M", t("map")],
      ),
    ],
    submit: () => step(view, 1),
    entered: () => {
      desk.enter(readEntry(view.form(), show).response);
      view.showMap?.();
    },
  });
}

/** @param {ExamView} view */
function markButton(view) {
  const { desk } = view;
  return node(
    "button",
    {
      type: "button",
      class: "cl-quiet",
      "aria-pressed": String(desk.flagged),
      "data-key": "flag",
      onclick: () => toggleMark(view),
    },
    icon("flag"),
    desk.flagged ? t("Flagged") : t("Flag"),
  );
}

/** @param {ExamView} view */
function toggleMark(view) {
  const { desk } = view;
  view.say(desk.flagged ? t("Flag removed.") : t("Flagged."));
  desk.mark();
}

/**
 * The next question or the one before; after the last the map.
 *
 * @param {ExamView} view
 * @param {1 | -1} by
 */
function step(view, by) {
  const { desk } = view;
  const place = desk.place + by;
  if (place < 0) return;
  if (place >= desk.count) {
    openMap(view);
    return;
  }
  desk.go(place);
  view.turn("question");
}

/** @param {ExamView} view */
function openMap(view) {
  view.desk.flush();
  view.turn("map");
}

/**
 * Keys of a running sitting: whether this one was used.
 *
 * @param {string} key
 * @param {ExamView} view
 */
export function pressSitting(key, view) {
  if (view.screen === "map") {
    if (key === "m") view.turn("question");
    return key === "m";
  }
  if (key === "enter") view.form().requestSubmit();
  else if (key === "n") step(view, 1);
  else if (key === "p") step(view, -1);
  else if (key === "f") toggleMark(view);
  else if (key === "m") openMap(view);
  else return pressAnswer(key, view.form());
  return true;
}
