// @ts-check
/**
 * A picture beside a question: one of the live widgets of the pages, before the answer and after it.
 *
 * It is looked at and not touched, and what the question asks does not need it.
 *
 * @import { FrontPage, Sides } from "./front.d.ts"
 */

import { node } from "../../app/static/dom.js";

const LEAVES = "svg :not(g), button, label, .cl-cell, .cl-bitvalue";
const TOGETHER = 12; // what comes later than so many others comes with the last of them

export class BeforeAfter {
  el = node("div", { class: "cl-picture", inert: true });
  #sides;
  #live;
  #asked = false; // for what comes after

  /**
   * @param {Sides} sides
   * @param {FrontPage["live"]} live
   */
  constructor(sides, live) {
    this.#sides = sides;
    this.#live = live;
    this.#begin();
  }

  async #begin() {
    const box = node("div", { class: "cl-side" });
    this.el.append(box);
    await this.#mount(box, this.#sides.before);
  }

  /** Show what the answer makes of it: what was not there before moves in. */
  async move() {
    if (this.#asked) return;
    this.#asked = true;
    const before = [...this.el.children];
    const box = node("div", { class: "cl-side cl-coming" });
    this.el.append(box);
    if (!(await this.#mount(box, this.#sides.after))) return;
    await drawn(); // a picture is drawn once more when its width is known
    const there = new Set(before.flatMap(leaves).map(signature));
    const came = leaves(box).filter((leaf) => !there.has(signature(leaf)));
    came.forEach((leaf, place) => {
      leaf.classList.add("cl-came");
      leaf.style.setProperty("--cl-turn", String(Math.min(place, TOGETHER)));
    });
    for (const one of before) one.remove();
    box.classList.remove("cl-coming");
  }

  /**
   * Whether the widget could be had; without it the question stands alone.
   *
   * @param {HTMLElement} box
   * @param {object} begin
   */
  async #mount(box, begin) {
    try {
      const el = node("div", { class: "certlab" });
      box.append(el);
      await this.#live(el, this.#sides.folder, begin);
      return true;
    } catch (error) {
      console.warn(error);
      box.remove();
      return false;
    }
  }
}

/**
 * @param {Element} box
 * @returns {(HTMLElement | SVGElement)[]}
 */
function leaves(box) {
  const all = /** @type {NodeListOf<HTMLElement | SVGElement>} */ (box.querySelectorAll(LEAVES));
  return [...all].filter((one) => !one.closest("defs"));
}

/**
 * What a mark looks like, without what names the drawing that it belongs to.
 *
 * @param {Element} one
 */
function signature(one) {
  const copy = /** @type {Element} */ (one.cloneNode(true));
  return copy.outerHTML.replace(/cl-[a-z0-9]{6,8}-/g, "");
}

/** After the next two paintings. */
function drawn() {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}
