// @ts-check
/** Mock exams: choose one, sit it against the clock, read what it came to. */

import { quizFace } from "../deck/quiz_face.js";
import { mount } from "../deck/view.js";
import { focusAgain, focusedAround, node } from "../dom.js";
import { listen, takeFocus } from "../keys.js";
import { spoken, t } from "../words.js";
import { announcement } from "./clock.js";
import { ExamDesk } from "./desk.js";
import { drawMap } from "./map.js";
import { drawSitting, pressSitting } from "./question.js";
import { drawReport } from "./report.js";
import { drawReview } from "./review.js";
import { drawStart } from "./start.js";

const SCREENS = {
  start: drawStart,
  question: drawSitting,
  map: drawMap,
  report: drawReport,
  review: drawReview,
};
const FIRST = { start: "start", running: "question", ended: "report" };

/** Draw mock exams into `el` until the returned function is called; `model` is as desk.js has it. */
export function mountExams({ model, el }) {
  const place = node("div", { class: "cl-frame cl-exam", tabindex: "-1" });
  const status = node("p", { class: "cl-hidden", role: "status" });
  const desk = new ExamDesk(model);
  /** @type {(() => void) | null} */
  let leaveAgain = null; // ends the drill of the wrong ones
  const view = {
    desk,
    id: `cl-${Math.random().toString(36).slice(2, 10)}`,
    screen: FIRST[desk.phase], // one of SCREENS
    filter: "all", // which questions the review shows
    reviewed: 0, // the place that is reviewed
    confirming: false, // whether handing in waits for its confirmation
    say: (words) => {
      status.textContent = words;
    },
    form: () => place.querySelector("form"),
    turn,
    paint,
  };

  /** Show another screen, with the focus on what comes. */
  function turn(screen, more = {}) {
    Object.assign(view, { screen, confirming: false }, more);
    view.say("");
    paint(true);
  }

  function paint(moved = false) {
    if (desk.phase === "again") {
      drawAgain();
      return;
    }
    const now = focusedAround(el);
    const inside = now !== null && place.contains(now);
    const key = inside ? now.dataset.key : null;
    place.replaceChildren(SCREENS[view.screen](view));
    const same = key && !moved ? place.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
    if (inside || moved) focusAgain(same ?? place.querySelector("[tabindex='-1']"), now);
    tick();
  }

  /** The wrong ones once more, as a quiz. */
  function drawAgain() {
    if (leaveAgain) return;
    const inner = node("div", {});
    const back = node(
      "button",
      { type: "button", onclick: () => desk.send("report") },
      t("Back to the report"),
    );
    place.replaceChildren(inner, node("div", { class: "cl-small" }, back));
    leaveAgain = mount({ model: model.again, el: inner }, quizFace);
    inner.querySelector(".cl-frame [tabindex='-1']")?.focus();
  }

  function changed(names) {
    if (names.has("phase")) {
      leaveAgain?.();
      leaveAgain = null;
      const moved = place.contains(focusedAround(el));
      Object.assign(view, {
        screen: FIRST[desk.phase] ?? view.screen,
        confirming: false,
        filter: "all",
      });
      paint(moved);
    } else if (
      desk.phase !== "again" &&
      !(names.size === 1 && names.has("responses") && view.screen === "question")
    ) {
      paint();
    }
  }

  let before = Infinity;
  function tick() {
    if (desk.phase !== "running") {
      before = Infinity;
      return;
    }
    const { left } = desk;
    if (left === null) return;
    view.showTime?.(left);
    const words = announcement(before, left);
    if (words) view.say(words);
    before = left;
    if (left <= 0) desk.stop();
  }

  el.classList.add("certlab");
  el.lang = spoken();
  const notes = model.get("notes").map((note) => node("p", { class: "cl-note" }, note));
  el.replaceChildren(
    node("div", { role: "group", "aria-label": t("Mock exam") }, notes, place, status),
  );
  listen(place, (key) => desk.phase === "running" && pressSitting(key, view));
  const leave = desk.follow(changed);
  const clock = setInterval(tick, 1000);
  paint();
  takeFocus(model, place);
  return () => {
    clearInterval(clock);
    desk.flush();
    leave();
    leaveAgain?.();
    el.replaceChildren();
  };
}
