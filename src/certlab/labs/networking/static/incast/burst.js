// @ts-check
/**
 * One burst into one port as a stream, as certlab.labs.networking.incast.burst has it; in packets and slots.
 *
 * @typedef {{ senders: number, packets: number, room: number, mark: number | null, pause: number | null, delay: number }} Burst
 * @typedef {{ queue: number[], dropped: number, marked: number, paused: number, idle: number, ended: number | null }} Passed
 */

const LONGEST = 6000;
const CUT_EVERY = 40;
const RISE_EVERY = 40;
const WEIGHT = 1 / 16;
const STEP = 0.01;
const HALVINGS = 3;

/** The rate of a sender, as certlab.labs.networking.incast.sender.Flow changes it. */
class Rate {
  constructor() {
    this.rate = this.target = this.congestion = 1;
    this.changed = this.rises = 0;
  }

  /** @param {number} slot */
  tick(slot) {
    if (this.rate >= 1 || slot - this.changed < RISE_EVERY) return;
    this.changed = slot;
    this.rises += 1;
    this.congestion *= 1 - WEIGHT;
    if (this.rises > HALVINGS) this.target = Math.min(1, this.target + STEP);
    this.rate = (this.rate + this.target) / 2;
  }

  /** @param {number} slot */
  cut(slot) {
    this.target = this.rate;
    this.changed = slot;
    this.rises = 0;
    this.rate = Math.max(0.001, this.rate * (1 - this.congestion / 2));
    this.congestion = (1 - WEIGHT) * this.congestion + WEIGHT;
  }
}

/** What is under way: amounts and orders, by the slot in which they arrive. */
class Cable {
  constructor() {
    /** @type {Map<number, any>} */
    this.at = new Map();
  }

  /**
   * What arrives in this slot, or `none`.
   *
   * @param {number} slot
   * @param {any} none
   */
  take(slot, none) {
    const found = this.at.get(slot) ?? none;
    this.at.delete(slot);
    return found;
  }
}

/**
 * Let it pass, slot by slot.
 *
 * @param {Burst} given
 * @returns {Passed}
 */
export function burst(given) {
  const { senders, packets, room, mark, pause, delay } = given;
  const [rate, arrives, again, orders, cuts] = [
    new Rate(),
    ...Array.from({ length: 4 }, () => new Cable()),
  ];
  let [left, queue, took, noticed] = [packets, 0, 0, -CUT_EVERY];
  let [told, stands] = [false, false];
  /** @type {Passed} */
  const passed = { queue: [], dropped: 0, marked: 0, paused: 0, idle: 0, ended: null };
  for (let slot = 0; slot < LONGEST; slot += 1) {
    rate.tick(slot);
    if (cuts.take(slot, false)) rate.cut(slot);
    stands = orders.take(slot, stands);
    left += again.take(slot, 0);
    const sends = stands ? 0 : Math.min(senders * rate.rate, left);
    passed.paused += Number(stands && left > 0);
    left -= sends;
    arrives.at.set(slot + delay, sends);
    const comes = arrives.take(slot, 0);
    const over = Math.max(0, queue + comes - room);
    queue += comes - over;
    passed.dropped += over;
    again.at.set(slot + 4 * delay, over);
    if (mark !== null && queue > mark) {
      passed.marked += comes - over;
      if (comes && slot - noticed >= CUT_EVERY) {
        noticed = slot;
        cuts.at.set(slot + 4 * delay, true);
      }
    }
    const wants = pause !== null && (told ? queue > pause / 2 : queue >= pause);
    if (wants !== told) {
      told = wants;
      orders.at.set(slot + delay, told);
    }
    const out = Math.min(1, queue);
    queue -= out;
    took += out;
    passed.idle += Number(out < 1 && slot >= delay);
    passed.queue.push(queue);
    if (took > packets - 1e-6) return { ...passed, ended: slot + 1 };
  }
  return passed;
}
