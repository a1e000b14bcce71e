// @ts-check
/**
 * Pipeline schedules: who works when, who waits, what each stage holds.
 *
 * Python decides. The page sends what is wanted:
 *   {type: "ask", schedules?, stages?, micro_batches?, chunks?, forward?, backward_input?, backward_weight?}
 * and Python answers with the traits `asked`, `shown` and `refusal`. `follow` is either's, -1 none.
 */

import { icon, node } from "../../../../app/static/dom.js";
import { listen } from "../../../../app/static/keys.js";
import { drawPatterns } from "../../../../app/static/simulator/patterns.js";
import { Player } from "../../../../app/static/simulator/player.js";
import { speak, t } from "../../../../app/static/words.js";
import { numberField } from "../collective/panel.js";
import {
  axisOf,
  drawAxis,
  drawFollowed,
  drawFormulas,
  drawKeyOf,
  drawSchedule,
  fitAxis,
} from "./draw.js";
import { ORDER_OF } from "./orders.js";
import { followWords, momentWords, runWords } from "./words.js";

const MOST_MOMENTS = 120; // that Play goes through
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

class ScheduleView {
  constructor(model, el) {
    speak({ model, el });
    this.model = model;
    this.id = `cl-${Math.random().toString(36).slice(2, 10)}`; // two drawings share a page
    this.controls = node("div");
    this.alert = node("div", { class: "cl-refused" });
    this.key = node("div");
    this.rows = node("div", { class: "cl-scheds" });
    this.foot = node("div");
    this.status = node("p", { class: "cl-inwords", role: "status" });
    /** @type {any} */
    this.axis = null;
    /** @type {any[]} */
    this.moments = [];
    /** @type {any[]} */
    this.stops = []; // what Tab comes to
    this.player = new Player({ go: (step) => this.go(step), label: t("Time") });
    this.place = node(
      "div",
      {
        class: "cl-frame cl-sim cl-schedule",
        role: "group",
        "aria-label": t("Pipeline schedules"),
      },
      drawPatterns(this.id),
      this.controls,
      this.alert,
      this.key,
      this.rows,
      this.player.el,
      this.status,
      this.foot,
    );
    this.rows.addEventListener("click", ({ target }) =>
      this.press(/** @type {Element} */ (target).closest("[data-op]")),
    );
    this.rows.addEventListener("keydown", (event) => this.hear(event));
    this.rows.addEventListener("scroll", ({ target }) => this.pan(target), true);
    this.sized = new ResizeObserver(() => fitAxis(this.rows, this.axis));
    el.classList.add("certlab");
    el.replaceChildren(this.place);
    this.sized.observe(this.rows);
  }

  /** Other runs: all is drawn again. */
  renew() {
    const now = /** @type {HTMLElement | null} */ (document.activeElement);
    const held = now?.dataset?.op && this.rows.contains(now);
    this.runs = this.model.get("shown");
    const asked = this.model.get("asked");
    this.axis = axisOf(this.runs);
    const most = Math.max(...this.runs.flatMap((run) => run.peaks));
    this.rows.replaceChildren(
      ...this.runs.map((run, row) => drawSchedule(run, row, this.axis, most, this)),
      drawAxis(this.runs, asked, this.axis),
    );
    fitAxis(this.rows, this.axis);
    this.foot.replaceChildren(drawFormulas(this.runs));
    this.moments = momentsOf(this.runs);
    this.at = this.moments.length - 1;
    this.stops = [...this.rows.querySelectorAll("[data-row]")].map((row) =>
      row.querySelector("[data-op]"),
    );
    this.stops.forEach((op) => op.setAttribute("tabindex", "0")); // Tab comes to each schedule
    if (held) this.stops[0].focus();
    this.refuse("");
    this.paintMoment();
    this.paintFollow(false);
  }

  /** Up to the moment of the slider, what is not yet is faint. */
  paintMoment() {
    const last = this.moments.length - 1;
    const time = this.moments[this.at];
    const whole = this.at === last;
    this.rows.querySelectorAll("[data-row]").forEach((section, row) => {
      const cursor = /** @type {HTMLElement} */ (section.querySelector(".cl-cursor"));
      for (const name of ["x1", "x2"]) cursor.setAttribute(name, this.axis.at(time));
      cursor.toggleAttribute("hidden", whole);
      cursor.style.display = whole ? "none" : "";
      const { stages } = this.runs[row];
      section.querySelectorAll("[data-op]").forEach((op) => {
        const [, stage, n] = String(op.dataset.op).split("-").map(Number);
        op.classList.toggle("cl-notyet", !whole && stages[stage][n][3] >= time);
      });
    });
    const words = whole
      ? this.runs.map((run) => runWords(run, this.model.get("asked"))).join(" ")
      : momentWords(this.runs, time);
    if (!whole) this.reveal(time);
    this.player.show(this.at, last, [], words);
    this.say(words, whole);
  }

  /** Pan so that the cursor can be seen. */
  reveal(time) {
    const [pan] = this.rows.querySelectorAll(".cl-pan");
    const x = ((pan.scrollWidth - this.axis.behind) * time) / this.axis.total - pan.scrollLeft;
    if (x < 0 || x > pan.clientWidth - 8) {
      pan.scrollLeft += x - pan.clientWidth / 2;
      this.pan(pan);
    }
  }

  /** What the picture shows whole is said, and not written beside it once more. */
  say(words, unseen = false) {
    this.status.classList.toggle("cl-hidden", unseen);
    this.status.textContent = words;
  }

  paintFollow(said = true) {
    const follow = this.model.get("follow");
    this.key.replaceChildren(drawKeyOf(this.runs, follow, this.id));
    this.rows
      .querySelectorAll(".cl-followed")
      .forEach((one, row) =>
        one.replaceChildren(...(follow < 0 ? [] : drawFollowed(this.runs[row], follow, this.axis))),
      );
    this.rows
      .querySelectorAll("[data-op]")
      .forEach((op) =>
        op.setAttribute("aria-pressed", String(Number(op.dataset.micro) === follow)),
      );
    /** @type {HTMLSelectElement | null} */
    const field = this.controls.querySelector("[data-key=follow]");
    if (field) field.value = follow < 0 ? "" : String(follow);
    if (said)
      this.say(follow < 0 ? t("No micro-batch is followed.") : followWords(this.runs, follow));
  }

  drawControls() {
    const held = this.controls.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.key
      : null;
    const asked = this.model.get("asked");
    const follow = this.model.get("follow");
    const ask = (name, value) => this.ask(name, value);
    const ratio = (asked.backward_input + asked.backward_weight) / asked.forward;
    const names = Object.keys(ORDER_OF).map((name) =>
      node(
        "label",
        {},
        node("input", {
          type: "checkbox",
          "data-key": `schedule-${name}`,
          checked: asked.schedules.includes(name),
          onchange: ({ target }) => this.choose(name, target.checked),
        }),
        name,
      ),
    );
    this.controls.replaceChildren(
      node(
        "form",
        { class: "cl-controls", onsubmit: (event) => event.preventDefault() },
        numberField("stages", t("Stages, p"), asked.stages, { min: 1, step: 1 }, ask),
        numberField(
          "micro_batches",
          t("Micro-batches, m"),
          asked.micro_batches,
          { min: 1, step: 1 },
          ask,
        ),
        numberField("chunks", t("Chunks per stage, v"), asked.chunks, { min: 2, step: 1 }, ask),
        numberField(
          "ratio",
          t("Backward / forward time"),
          Number(ratio.toPrecision(6)),
          { min: 0, step: "any" },
          ask,
        ),
        numberField(
          "follow",
          t("Follow micro-batch"),
          follow < 0 ? "" : follow,
          { min: 0, max: asked.micro_batches - 1, step: 1 },
          ask,
        ),
        node(
          "fieldset",
          {},
          node("legend", {}, t("Schedules")),
          node("span", { class: "cl-radios" }, names),
        ),
      ),
    );
    if (held) this.controls.querySelector(`[data-key="${held}"]`)?.focus();
  }

  choose(name, wanted) {
    const { schedules } = this.model.get("asked");
    this.model.send({
      type: "ask",
      schedules: wanted ? [...schedules, name] : schedules.filter((one) => one !== name),
    });
  }

  ask(name, value) {
    if (name === "follow") {
      this.follow(Number.isInteger(value) ? value : -1);
      return;
    }
    if (!Number.isFinite(value)) {
      this.refuse(t("That is not a number; write 4 or 0.5."));
      return;
    }
    if (name !== "ratio" && !Number.isInteger(value)) {
      this.refuse(t("The numbers of stages, micro-batches and chunks must be whole."));
      return;
    }
    const half = (value * this.model.get("asked").forward) / 2;
    this.player.pause();
    this.model.send({
      type: "ask",
      ...(name === "ratio" ? { backward_input: half, backward_weight: half } : { [name]: value }),
    });
  }

  follow(micro) {
    const { micro_batches: micros } = this.model.get("asked");
    if (micro >= micros || micro < -1) {
      this.refuse(
        t("There is no micro-batch {n}; choose one from 0 to {last}.", {
          n: micro,
          last: micros - 1,
        }),
      );
      return;
    }
    this.refuse("");
    this.model.set("follow", micro);
    this.model.save_changes();
  }

  press(op) {
    if (!op) return;
    this.moveTo(op);
    const micro = Number(op.dataset.micro);
    this.follow(micro === this.model.get("follow") ? -1 : micro);
  }

  /** Left and Right go along a stage, Up and Down to what the next one does at that time. */
  hear(event) {
    const op = event.target.closest("[data-op]");
    if (!op || event.ctrlKey || event.metaKey || event.altKey) return;
    const [row, stage, n] = String(op.dataset.op).split("-").map(Number);
    const line = this.runs[row].stages[stage];
    const go = (r, s, at) => this.moveTo(this.rows.querySelector(`[data-op="${r}-${s}-${at}"]`));
    if (event.key === "Escape" && this.model.get("follow") >= 0) {
      event.stopPropagation();
      this.follow(-1);
    } else if (event.key === "Enter" || event.key === " ") this.press(op);
    else if (event.key === "Home" || event.key === "End")
      go(row, stage, event.key === "Home" ? 0 : line.length - 1);
    else if (ARROWS[event.key]) {
      const [down, on] = ARROWS[event.key];
      if (on) go(row, stage, n + on);
      else go(...this.beside(row, stage, line[n][3], down));
    } else return;
    event.preventDefault();
  }

  /** The piece of the next stage, or of the next schedule's, that is nearest in time. */
  beside(row, stage, time, down) {
    let [r, s] = [row, stage + down];
    if (s < 0 || s >= this.runs[row].stages.length) {
      r += down;
      if (!this.runs[r]) return [row, stage, -1];
      s = down > 0 ? 0 : this.runs[r].stages.length - 1;
    }
    const far = this.runs[r].stages[s].map(([, , , start]) => Math.abs(start - time));
    return [r, s, far.indexOf(Math.min(...far))];
  }

  moveTo(op) {
    if (!op) return;
    const [row] = String(op.dataset.op).split("-");
    this.stops[row].setAttribute("tabindex", "-1");
    this.stops[row] = op;
    op.setAttribute("tabindex", "0");
    op.focus();
  }

  /** One axis: what is panned takes the others along. */
  pan(target) {
    this.rows.querySelectorAll(".cl-pan").forEach((one) => {
      if (one.scrollLeft !== target.scrollLeft) one.scrollLeft = target.scrollLeft;
    });
  }

  go(step) {
    this.at = step;
    this.paintMoment();
  }

  /** Say why not, and show the controls as they were; without a text all is well. */
  refuse(text) {
    this.drawControls();
    this.alert.replaceChildren(
      ...(text
        ? [node("p", { class: "cl-problem", role: "alert" }, icon("wrong"), node("span", {}, text))]
        : []),
    );
  }
}

/** When something begins or ends, in order; of very many, some evenly spread. */
function momentsOf(runs) {
  const longest = Math.max(...runs.map((run) => run.length));
  const all = runs
    .flatMap((run) => run.stages.flat())
    .flatMap(([, , , start, end]) => [start, end]);
  const own = [...new Set(all)]
    .sort((a, b) => a - b)
    .filter((time, n, times) => n === 0 || time - times[n - 1] > 1e-9 * longest);
  if (own.length <= MOST_MOMENTS) return own;
  return Array.from({ length: MOST_MOMENTS }, (_, n) => (longest * n) / (MOST_MOMENTS - 1));
}

function render({ model, el }) {
  const view = new ScheduleView(model, el);
  let waiting = false;
  const renewed = () => {
    // several traits come at once: drawn when all of them stand
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      view.renew();
    });
  };
  const followed = () => {
    if (!waiting) view.paintFollow();
  };
  const refused = () => view.refuse(model.get("refusal").text ?? "");
  view.renew();
  listen(view.place, () => false);
  const told = [
    ["change:asked", renewed],
    ["change:shown", renewed],
    ["change:follow", followed],
    ["change:refusal", refused],
  ];
  told.forEach(([event, hear]) => model.on(event, hear));
  return () => {
    view.player.pause();
    view.sized.disconnect();
    told.forEach(([event, hear]) => model.off(event, hear));
    el.replaceChildren();
  };
}

export default { render };
