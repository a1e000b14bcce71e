/**
 * The start page: what to do today towards an exam, how one stands, and why.
 *
 * The model holds phase ("goal", "today", "drill"), exams, goal ({} when there is none), tasks,
 * outlook, objectives, reasons, notes, today, pages, labs; and what deck.js names, for the drill.
 * It takes { type: "goal", exam, day, minutes }, { type: "change" }, { type: "task", place } and
 * { type: "home" }, which ends a drill. It says { type: "refused", say }.
 */

import { node } from "./dom.js";
import { listen } from "./keys.js";
import { mixedFace } from "./mixedface.js";
import { drawGoal } from "./startgoal.js";
import { drawObjectives } from "./startmap.js";
import { drawOutlook } from "./startscore.js";
import { drawExam, drawToday } from "./starttoday.js";
import { mount } from "./view.js";
import { speak, t } from "./words.js";

const TOLD = ["phase", "goal", "tasks", "outlook", "objectives", "reasons"];

function mountStart({ model, el }) {
  const place = node("div", { class: "cl-frame cl-start" });
  const status = node("p", { class: "cl-hidden", role: "status" });
  let leaveDrill = null;
  const view = {
    model,
    id: `cl-${Math.random().toString(36).slice(2, 10)}`,
    problem: "",
    say: (words) => { status.textContent = words; },
    send: (type, more = {}) => { view.problem = ""; model.send({ type, ...more }); },
    form: () => place.querySelector("form"),
  };

  function paint() {
    if (model.get("phase") === "drill") { drawDrill(); return; }
    const now = el.getRootNode().activeElement;
    const inside = place.contains(now);
    const key = inside ? now.dataset.key : null;
    place.replaceChildren(...(model.get("phase") === "goal" ? [drawGoal(view)] : drawPlan()));
    if (inside) ((key && place.querySelector(`[data-key="${CSS.escape(key)}"]`)) ?? place.querySelector("[tabindex='-1']"))?.focus();
  }

  function drawPlan() {
    const goal = model.get("goal");
    return [node("div", { class: "cl-plan" },
      drawExam(view, goal),
      drawToday(view),
      drawOutlook(model.get("outlook"), goal),
      drawObjectives(model.get("objectives"), goal, model.get("pages")))];
  }

  function drawDrill() {
    if (leaveDrill) return;
    const inner = node("div", {});
    const back = node("button", { type: "button", "data-key": "home", onclick: () => view.send("home") }, t("Back to today"));
    place.replaceChildren(inner, node("div", { class: "cl-small" }, back));
    leaveDrill = mount({ model, el: inner }, mixedFace);
    inner.querySelector("[tabindex='-1']")?.focus();
  }

  let queued = false;
  function changed() {
    if (queued) return;
    queued = true;
    queueMicrotask(() => {
      queued = false;
      if (model.get("phase") !== "drill") { leaveDrill?.(); leaveDrill = null; }
      paint();
    });
  }
  const heard = TOLD.map((name) => [`change:${name}`, changed]);
  heard.push(["msg:custom", (message) => {
    if (message.type !== "refused" || message.index !== undefined) return; // the drill's own
    view.problem = message.say;
    changed();
  }]);
  for (const [event, listener] of heard) model.on(event, listener);

  el.classList.add("certlab");
  const notes = model.get("notes").map((note) => node("p", { class: "cl-note" }, note));
  el.replaceChildren(node("div", { role: "group", "aria-label": t("Today") }, notes, place, status));
  listen(place, () => false); // plain keys are the page's, not the notebook's
  paint();
  return () => { for (const [event, listener] of heard) model.off(event, listener); leaveDrill?.(); el.replaceChildren(); };
}

export default {
  render: (context) => {
    speak(context);
    return mountStart(context);
  },
};
