// @ts-check
/**
 * One drawing of a board: what it shows, what is done with it.
 *
 * @import { BoardMessage, Instance, Model, Output, Refusal, Where } from "./boards.d.ts"
 */

import { focusedAround, node } from "../../../../app/static/dom.js";
import { speak, t } from "../../../../app/static/words.js";
import { Hand } from "./hand.js";
import { morph } from "./morph.js";
import { panelWords } from "./panel.js";
import { drawSection } from "./section.js";
import { drawControls, drawGoal } from "./top.js";

/** What the drawing asks for and what keys and pointer do; see board.js. */
export class View {
  /**
   * @param {Model} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    speak({ model, el });
    this.model = model;
    this.id = `cl-${Math.random().toString(36).slice(2, 10)}`; // two drawings share a page
    this.hand = new Hand(model);
    this.place = node("div", { class: "cl-frame", role: "group", "aria-label": t("MIG board") });
    this.status = node("p", { class: "cl-hidden", role: "status" });
    this.carry = node("span", { class: "cl-carry", "aria-hidden": "true", hidden: true });
    /** @type {(() => string | null) | null} */
    this.aim = null; // what takes the focus once Python has answered
    /** @type {DOMRect | null} */
    this.from = null; // where a moved instance slides from
    el.classList.add("certlab");
    el.replaceChildren(node("div", { class: "cl-board" }, this.place, this.status, this.carry));
  }

  // What the drawing asks.
  /** @param {number} gpu */
  gpu(gpu) {
    const shown = this.model.get("shown")[gpu];
    return { table: this.hand.table, shown, layout: shown.at };
  }

  /**
   * Whether the ghost on a GPU is held, and not only under a mouse.
   *
   * @param {number} gpu
   */
  isHeld(gpu) {
    return this.hand.ghost(gpu)?.hover === false;
  }
  /** The profile of the instance that keys move. */
  carried() {
    const { held } = this.hand;
    return held?.moving ? this.hand.carried(held.gpu) : null;
  }
  /**
   * The instance that keys move, where it is of a profile.
   *
   * @param {number} profile
   */
  movedAs(profile) {
    return this.carried() === profile ? (this.hand.held?.moving ?? null) : null;
  }
  /** @param {Where} moving */
  profileOf(moving) {
    return /** @type {Instance} */ (this.hand.instance(moving))[1];
  }
  /** @type {(gpu: number, id: number) => boolean} */
  isMoving(gpu, id) {
    return this.hand.moving?.gpu === gpu && this.hand.moving.id === id;
  }

  /**
   * One instance of a GPU is a stop for Tab; arrows go to the others.
   *
   * @param {number} gpu
   * @param {number} id
   */
  isStop(gpu, id) {
    return id === (this.chosenOn(gpu) ?? this.row(gpu)[0]);
  }

  /**
   * The instance that is chosen, where it is on this GPU.
   *
   * @param {number} gpu
   */
  chosenOn(gpu) {
    const { chosen } = this.hand;
    return chosen && chosen.gpu === gpu ? chosen.id : null;
  }

  /** @param {number} gpu */
  row(gpu) {
    return [...this.hand.layout(gpu)].sort((a, b) => a[2] - b[2]).map(([id]) => id);
  }
  /** @param {number} gpu */
  refusal(gpu) {
    const one = this.model.get("refusal");
    return one.gpu === gpu ? /** @type {Refusal} */ (one) : null;
  }
  /** @param {number} gpu */
  output(gpu) {
    const one = this.model.get("output");
    return one.gpu === gpu ? /** @type {Output} */ (one) : null;
  }

  // What keys and pointer do.
  /** @param {string} text */
  say(text) {
    this.status.textContent = text;
  }
  /** @param {number} gpu */
  tell(gpu) {
    this.paint();
    this.say(panelWords(this, gpu));
  }

  /** @type {(gpu: number, step: number) => void} */
  nextProfile(gpu, step) {
    this.hand.nextProfile(gpu, step);
    this.hand.keep();
    this.paint();
    this.focus(`p-${gpu}-${this.hand.pick(gpu)}`);
    this.tell(gpu);
  }

  /** @type {(gpu: number, step: number) => void} */
  nextStart(gpu, step) {
    this.hand.nextStart(gpu, step);
    this.tell(this.hand.held?.gpu ?? gpu);
  }
  /**
   * @param {number} gpu where it is held
   * @param {number} step
   */
  nextGpu(gpu, step) {
    this.hand.nextGpu(step);
    this.tell(this.hand.held?.gpu ?? gpu);
  }

  /**
   * @param {number} gpu
   * @param {number} id
   * @param {number} step
   */
  nextInstance(gpu, id, step) {
    const row = this.row(gpu);
    const to = row[(row.indexOf(id) + step + row.length) % row.length];
    this.choose(gpu, to);
    this.focus(`i-${gpu}-${to}`);
  }

  /** @type {(gpu: number, id: number) => void} */
  choose(gpu, id) {
    this.hand.held = null;
    this.hand.chosen = { gpu, id };
    this.paint();
  }

  /** @type {(gpu: number, id: number) => void} */
  startMove(gpu, id) {
    this.hand.chosen = { gpu, id };
    const [, , at] = /** @type {Instance} */ (this.hand.instance({ gpu, id }));
    this.hand.hold(gpu, { start: at, moving: { gpu, id } });
    this.hand.nextStart(gpu, 1);
    this.focus(`i-${gpu}-${id}`);
    this.tell(gpu);
  }

  /**
   * Enter: place or move to where the ghost is; where there is none, ask and be told why.
   *
   * @param {number} gpu
   */
  enter(gpu) {
    const { held } = this.hand;
    if (held?.moving) return this.move(held.moving, held.gpu, held.start);
    return this.model.send({
      type: "place",
      gpu,
      profile: this.hand.pick(gpu),
      start: held && held.gpu === gpu ? held.start : null,
    });
  }

  /**
   * @param {Where} moving
   * @param {number} to
   * @param {number | null} start
   */
  move(moving, to, start) {
    const instance = this.hand.instance(moving);
    if (!instance) return; // it went meanwhile
    this.from = this.find(`i-${moving.gpu}-${moving.id}`)?.getBoundingClientRect() ?? null;
    this.aim = () => {
      const made = this.hand.layout(to).find(([, one, at]) => one === instance[1] && at === start);
      if (!made) return null;
      this.hand.chosen = { gpu: to, id: made[0] };
      return `i-${to}-${made[0]}`;
    };
    this.model.send({ type: "move", ...moving, to, start });
  }

  /**
   * Remove an instance; the focus goes to its neighbour, or to the profiles.
   *
   * @param {number} gpu
   * @param {number | null} [id]
   */
  remove(gpu, id = this.chosenOn(gpu)) {
    if (id === null) return;
    const row = this.row(gpu);
    const next = row[row.indexOf(id) + 1] ?? row[row.indexOf(id) - 1];
    const within = this.focused()?.closest("[data-instance], [data-act]");
    if (within)
      this.aim = () =>
        next === undefined ? `p-${gpu}-${this.hand.pick(gpu)}` : `i-${gpu}-${next}`;
    this.model.send({ type: "remove", gpu, id });
  }

  leave() {
    if (!this.hand.leave()) return false;
    this.paint();
    this.say(t("Left unchanged."));
    return true;
  }

  // Drawing.
  /** @param {string} key */
  find(key) {
    return this.place.querySelector(`[data-key="${CSS.escape(key)}"]`);
  }
  /** @param {string} key */
  focus(key) {
    this.find(key)?.focus();
  }
  focused() {
    const now = focusedAround(this.place);
    return this.place.contains(now) ? now : null;
  }

  paint() {
    const had = this.focused();
    morph(
      this.place,
      node(
        "div",
        { class: "cl-frame", role: "group", "aria-label": t("MIG board") },
        drawControls(this),
        drawGoal(this),
        [...Array(this.hand.count).keys()].map((gpu) => drawSection(this, gpu)),
        node("p", { class: "cl-muted cl-footnote" }, this.hand.table.note),
      ),
    );
    if (had && !had.isConnected) {
      const gpu = Math.min(Number(had.dataset.gpu ?? 0), this.hand.count - 1);
      this.focus(`p-${gpu}-${this.hand.pick(gpu)}`);
    }
  }
}
