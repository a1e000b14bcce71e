// @ts-check
/** Back, Play, Next and a slider over steps. Nothing moves before Play is pressed, nothing loops. */

import { node } from "../dom.js";
import { t } from "../words.js";

const STILL = "(prefers-reduced-motion: reduce)";
const ONE_SECOND = 1000;

/** Whether motion is unwanted. */
export const isStill = () => matchMedia(STILL).matches;

export class Player {
  /**
   * `go(step)` shows a step; `pages` are the first steps of the phases.
   *
   * @param {{ go: (step: number) => void, label: string }} given
   */
  constructor({ go, label }) {
    this.go = go;
    this.step = 0;
    this.last = 0;
    /** @type {number[]} */
    this.pages = [];
    /** @type {ReturnType<typeof setInterval> | null} */
    this.timer = null;
    const press = (/** @type {string} */ key, /** @type {() => void} */ act) =>
      node("button", { type: "button", "data-key": key, onclick: act });
    this.back = press("back", () => this.move(this.step - 1));
    this.play = press("play", () => (this.timer === null ? this.start() : this.pause()));
    this.next = press("next", () => this.move(this.step + 1));
    this.back.append(t("Back"));
    this.next.append(t("Next step"));
    this.play.classList.add("cl-primary");
    this.slider = node("input", {
      type: "range",
      min: "0",
      step: "1",
      "data-key": "step",
      "aria-label": label,
      oninput: ({ target }) => this.move(Number(target.value)),
      onkeydown: (event) => this.#page(event),
    });
    this.el = node(
      "div",
      { class: "cl-player" },
      node("div", { class: "cl-play" }, this.back, this.play, this.next),
      this.slider,
    );
    this.#name();
  }

  /**
   * Stand at a step of so many; `words` are what the slider says.
   *
   * @param {number} step
   * @param {number} last
   * @param {number[]} pages
   * @param {string} words
   */
  show(step, last, pages, words) {
    Object.assign(this, { step, last, pages });
    this.slider.max = String(last);
    this.slider.value = String(step);
    this.slider.setAttribute("aria-valuetext", words);
    this.back.setAttribute("aria-disabled", String(step === 0));
    this.next.setAttribute("aria-disabled", String(step === last));
    if (step === last) this.pause();
  }

  /**
   * To a step, by hand: what plays stops.
   *
   * @param {number} step
   */
  move(step) {
    this.pause();
    if (step !== this.step && step >= 0 && step <= this.last) this.go(step);
  }

  start() {
    const wait = isStill()
      ? ONE_SECOND
      : Math.max(400, Math.min(900, 20_000 / Math.max(1, this.last)));
    this.timer = setInterval(() => this.go(this.step + 1), wait);
    this.#name();
    this.go(this.step === this.last ? 0 : this.step + 1);
  }

  pause() {
    clearInterval(this.timer ?? undefined);
    this.timer = null;
    this.#name();
  }

  #name() {
    this.play.replaceChildren(this.timer === null ? t("Play") : t("Pause"));
  }

  /**
   * Page Up and Page Down go a phase on and back.
   *
   * @param {KeyboardEvent} event
   */
  #page(event) {
    if (event.key !== "PageUp" && event.key !== "PageDown") return;
    event.preventDefault();
    const on = event.key === "PageUp";
    const found = on
      ? this.pages.find((one) => one > this.step)
      : this.pages.findLast((one) => one < this.step);
    this.move(found ?? (on ? this.last : 0));
  }
}
