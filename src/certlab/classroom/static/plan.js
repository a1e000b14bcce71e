// @ts-check
/**
 * What the class does today, for a learner: its steps with their minutes, and where it is.
 *
 * @import { Agenda, AgendaStep, RootPart } from "./classes.d.ts"
 */

import { icon, node } from "../../app/static/dom.js";
import { t, tn } from "../../app/static/words.js";
import { clock, kindWords, sinceBegin, stepsOf } from "./agenda_words.js";

/**
 * Draw it into `el` for whoever has joined a class with a syllabus.
 *
 * @param {RootPart} part
 */
export function mountPlan({ model, el, root }) {
  /** @type {Agenda | null} */
  let agenda = null;
  let asked = false;
  let before = "";
  const read = async () => {
    asked = true;
    agenda = await model.connection.get("agenda").catch(() => null);
    asked = agenda !== null;
    draw();
  };
  const draw = () => {
    const isIn = Boolean(model.about?.joined && !model.about.instructor);
    if (isIn && !asked) read().catch(console.warn);
    if (!isIn) asked = false;
    const at = model.state?.at ?? null;
    const look = JSON.stringify([isIn, agenda, at]);
    if (look === before) return;
    before = look;
    const hasPlan = isIn && agenda?.days.length;
    el.replaceChildren(...(hasPlan && agenda ? [drawPlan(agenda, at, root)] : []));
  };
  model.follow((event) => {
    if (event !== "map") draw();
  });
  draw();
}

/**
 * @param {Agenda} agenda
 * @param {{ step: number, since: string } | null} at
 * @param {string | URL} root
 */
function drawPlan(agenda, at, root) {
  let number = 0;
  const now = at ? stepsOf(agenda)[at.step] : undefined;
  return node(
    "details",
    { class: "cl-item cl-plan", open: Boolean(now) },
    node(
      "summary",
      {},
      node("strong", {}, agenda.title),
      now && at
        ? node("span", { class: "cl-muted" }, ` · ${t("Now: {where}", { where: now.title })}`)
        : null,
    ),
    agenda.days.map(({ title, steps }) => [
      agenda.days.length > 1 && title ? node("h3", {}, title) : null,
      node(
        "ol",
        { class: "cl-agenda" },
        steps.map((step, index) => {
          const place = at ? Math.sign(number - at.step) : 1;
          number += 1;
          return drawStep(step, sinceBegin(steps, index), place, at?.since ?? "", root);
        }),
      ),
    ]),
  );
}

/**
 * @param {AgendaStep} step
 * @param {string} begins
 * @param {number} place -1 for what is done, 0 for now
 * @param {string} since
 * @param {string | URL} root
 */
function drawStep(step, begins, place, since, root) {
  const { title, minutes, kind, page, lab } = step;
  const address = lab
    ? `lite/lab/index.html?path=${encodeURIComponent(`labs/${lab}.ipynb`)}`
    : page && `modules/${page}.html`;
  return node(
    "li",
    { class: ["cl-is-done", "cl-is-now", null][place + 1], "aria-current": place ? null : "step" },
    node(
      "div",
      { class: "cl-agenda-head" },
      address ? node("a", { href: new URL(address, root).href }, title) : node("span", {}, title),
      node(
        "span",
        { class: "cl-small cl-muted" },
        [begins, tn("{n} min", "{n} min", minutes), kindWords(kind)].join(" · "),
      ),
      place < 0 ? node("span", { class: "cl-tag" }, icon("right"), t("Done")) : null,
      place === 0
        ? node("span", { class: "cl-tag" }, t("Now, since {time}", { time: clock(since) }))
        : null,
    ),
  );
}
