// @ts-check
/**
 * One drawing of schedules: what it shows, what is asked of it; see schedule.js.
 *
 * @import { Model, One, ScheduleName } from "./schedules.d.ts"
 */

import { icon, keyWithin, node } from "../../../../app/static/dom.js";
import { drawPatterns } from "../../../../app/static/simulator/patterns.js";
import { Player } from "../../../../app/static/simulator/player.js";
import { speak, t } from "../../../../app/static/words.js";
import { axisOf, drawAxis, fitAxis } from "./axis.js";
import { drawScheduleControls } from "./controls.js";
import { drawSchedule } from "./draw.js";
import { hear, press } from "./keys.js";
import { drawFollowed } from "./lanes.js";
import { drawFormulas, drawKeyOf } from "./legend.js";
import { momentsOf } from "./moments.js";
import { followWords, momentWords, runWords } from "./words.js";

export class ScheduleView {
  /**
   * @param {Model} model
   * @param {HTMLElement} el
   */
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
    this.runs = model.get("shown");
    this.axis = axisOf(this.runs);
    this.moments = momentsOf(this.runs);
    this.at = 0; // of the moments
    /** @type {HTMLElement[]} */
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
    this.rows.addEventListener("click", ({ target }) => press(this, target));
    this.rows.addEventListener("keydown", (event) => hear(this, event));
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
    this.stops = [...this.rows.querySelectorAll("[data-row]")].flatMap(
      (row) => row.querySelector("[data-op]") ?? [],
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
      section.querySelectorAll("[data-op]").forEach((op) => {
        const [, stage, n] = String(op.dataset.op).split("-").map(Number);
        op.classList.toggle("cl-notyet", !whole && this.runs[row].stages[stage][n][3] >= time);
      });
    });
    const words = whole
      ? this.runs.map((run) => runWords(run, this.model.get("asked"))).join(" ")
      : momentWords(this.runs, time);
    if (!whole) this.reveal(time);
    this.player.show(this.at, last, [], words);
    this.say(words, whole);
  }

  /**
   * Pan so that the cursor can be seen.
   *
   * @param {number} time
   */
  reveal(time) {
    const [pan] = this.rows.querySelectorAll(".cl-pan");
    const x = ((pan.scrollWidth - this.axis.behind) * time) / this.axis.total - pan.scrollLeft;
    if (x < 0 || x > pan.clientWidth - 8) {
      pan.scrollLeft += x - pan.clientWidth / 2;
      this.pan(pan);
    }
  }

  /**
   * What the picture shows whole is said, and not written beside it once more.
   *
   * @param {string} words
   * @param {boolean} [unseen]
   */
  say(words, unseen = false) {
    this.status.classList.toggle("cl-hidden", unseen);
    this.status.textContent = words;
  }

  /** @param {boolean} [said] whether a reader hears of it */
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
    const held = keyWithin(this.controls);
    this.controls.replaceChildren(drawScheduleControls(this));
    if (held) this.controls.querySelector(`[data-key="${held}"]`)?.focus();
  }

  /**
   * @param {ScheduleName} name
   * @param {boolean} wanted
   */
  choose(name, wanted) {
    const { schedules } = this.model.get("asked");
    this.model.send({
      type: "ask",
      schedules: wanted ? [...schedules, name] : schedules.filter((one) => one !== name),
    });
  }

  /**
   * @param {string} name
   * @param {number} value
   */
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

  /** @param {number} micro */
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

  /**
   * One axis: what is panned takes the others along.
   *
   * @param {EventTarget | null} target
   */
  pan(target) {
    const { scrollLeft } = /** @type {Element} */ (target);
    this.rows.querySelectorAll(".cl-pan").forEach((one) => {
      if (one.scrollLeft !== scrollLeft) one.scrollLeft = scrollLeft;
    });
  }

  /** @param {number} step */
  go(step) {
    this.at = step;
    this.paintMoment();
  }

  /**
   * Say why not, and show the controls as they were; without a text all is well.
   *
   * @param {string} text
   */
  refuse(text) {
    this.drawControls();
    this.alert.replaceChildren(
      ...(text
        ? [node("p", { class: "cl-problem", role: "alert" }, icon("wrong"), node("span", {}, text))]
        : []),
    );
  }
}
