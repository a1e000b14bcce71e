// @ts-check
/**
 * What the learner has in hand: picked profiles, a ghost, an instance, a line being typed.
 *
 * @import { Ghost, Layout, Model, Where } from "./boards.d.ts"
 */

import { fits } from "./rules.js";

/**
 * One drawing's hand. It is kept in the model's `hand` too, so that another drawing of the
 * same widget begins where this one is. Placing itself is Python's: see board.js.
 */
export class Hand {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    const { picks = {}, lines = {} } = model.get("hand") ?? {};
    this.picks = { ...picks }; // profile by GPU
    this.lines = { ...lines }; // text being edited by GPU
    /** @type {{ gpu: number, start: number | null, moving: Where | null } | null} */
    this.held = null; // sticky ghost {gpu, start, moving}
    /** @type {(Omit<Ghost, "gpu" | "start" | "hover"> & { gpu: number | null, start: number | null }) | null} */
    this.over = null; // ghost under a mouse or a drag {gpu, profile, start, moving, blocked}
    /** @type {Where | null} */
    this.chosen = null; // instance {gpu, id}
  }

  keep() {
    this.model.set("hand", { picks: this.picks, lines: this.lines });
  }

  get table() {
    return this.model.get("table");
  }
  get count() {
    return this.model.get("shown").length;
  }
  /** @param {number} gpu */
  layout(gpu) {
    return this.model.get("shown")[gpu].at;
  }
  /** @param {number} gpu */
  isOn(gpu) {
    return this.model.get("shown")[gpu].on;
  }
  /** @param {Where} where */
  instance({ gpu, id }) {
    return this.model.get("shown")[gpu]?.at.find(([one]) => one === id);
  }

  /** @param {number} gpu */
  pick(gpu) {
    return this.picks[gpu] ?? Math.floor(this.table.profiles.length / 2);
  }

  /** The instance that is being moved, by whatever means. */
  get moving() {
    return this.over?.moving ?? this.held?.moving ?? null;
  }

  /**
   * What stands on a GPU, without the instance that is being moved.
   *
   * @param {number} gpu
   */
  standing(gpu) {
    const { moving } = this;
    if (moving?.gpu !== gpu) return this.layout(gpu);
    return this.layout(gpu).filter(([id]) => id !== moving.id);
  }

  /**
   * @param {number} gpu
   * @param {number} profile
   */
  starts(gpu, profile) {
    return this.isOn(gpu) ? fits(this.table, this.standing(gpu), profile) : [];
  }

  /**
   * The profile that is held over a GPU.
   *
   * @param {number} gpu
   */
  carried(gpu) {
    const moved = this.held?.moving && this.instance(this.held.moving);
    return moved ? moved[1] : this.pick(gpu);
  }

  /**
   * The ghost on a GPU, if one is there.
   *
   * @param {number} gpu
   * @returns {Ghost | null}
   */
  ghost(gpu) {
    if (this.over)
      return this.over.gpu === gpu ? /** @type {Ghost} */ ({ ...this.over, hover: true }) : null;
    const { held } = this;
    if (!held || held.gpu !== gpu || held.start === null) return null;
    const { start, moving } = held;
    return { gpu, start, moving, profile: this.carried(gpu), hover: false };
  }

  /**
   * The layout as it would be with the ghost.
   *
   * @param {number} gpu
   * @returns {Layout | null}
   */
  after(gpu) {
    const ghost = this.ghost(gpu);
    return ghost && !ghost.blocked
      ? [...this.standing(gpu), [null, ghost.profile, ghost.start]]
      : null;
  }

  /**
   * Hold a ghost of the picked profile, or of an instance, at a start or the first that fits.
   *
   * @param {number} gpu
   * @param {{ start?: number | null, moving?: Where | null }} [at]
   */
  hold(gpu, { start = null, moving = null } = {}) {
    const held = { gpu, start: /** @type {number | null} */ (null), moving };
    this.held = held; // what starts() and carried() look at
    const open = this.starts(gpu, this.carried(gpu));
    held.start = start !== null && open.includes(start) ? start : (open[0] ?? null);
    if (!moving) this.chosen = null;
  }

  /** Let go of what is held; whether there was something. */
  leave() {
    const had = Boolean(
      (this.held?.start !== undefined && this.held?.start !== null) ||
        this.held?.moving ||
        this.chosen,
    );
    this.held = null;
    this.chosen = null;
    return had;
  }

  /**
   * @param {number} gpu
   * @param {number} step
   */
  nextProfile(gpu, step) {
    const many = this.table.profiles.length;
    this.picks[gpu] = (this.pick(gpu) + step + many) % many;
    this.hold(gpu);
  }

  /**
   * @param {number} gpu
   * @param {number} step
   */
  nextStart(gpu, step) {
    if (!this.held) return this.hold(gpu);
    const { held } = this;
    const open = this.starts(held.gpu, this.carried(held.gpu));
    const at = open.indexOf(held.start ?? -1);
    if (open.length) held.start = open[(at + step + open.length) % open.length];
    return undefined;
  }

  /**
   * Carry the ghost of a move to the next GPU that has room.
   *
   * @param {number} step
   */
  nextGpu(step) {
    if (!this.held) return;
    const { moving, gpu } = this.held;
    for (let n = 1; n <= this.count; n += 1) {
      const to = (gpu + n * step + n * this.count) % this.count;
      this.hold(to, { moving });
      if (this.held?.start !== null) return;
    }
  }

  /** After a change: drop what is no longer there, and go on to the next free start. */
  settle() {
    const { table, held } = this;
    for (const gpu of Object.keys(this.picks).map(Number)) {
      if (gpu >= this.count || this.picks[gpu] >= table.profiles.length) delete this.picks[gpu];
    }
    this.over = null;
    if (this.chosen && !this.instance(this.chosen)) this.chosen = null;
    if (!held) return;
    if (held.gpu >= this.count || (held.moving && !this.instance(held.moving))) {
      this.held = null;
      return;
    }
    const open = this.starts(held.gpu, this.carried(held.gpu));
    if (held.start === null || !open.includes(held.start))
      held.start = open.find((at) => at > (held.start ?? -1)) ?? open[0] ?? null;
  }
}
