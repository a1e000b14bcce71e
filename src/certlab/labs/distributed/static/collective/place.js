// @ts-check
/**
 * Where ranks stand in the wide drawing, and the ways between them.
 *
 * @import { Corner, Message, Way } from "./collectives.d.ts"
 */

const WIDE = 680;
const HEAD = 44; // above a grid: the rank's name and what it sends
const LABEL = 58; // beside a grid: the names of its chunks

/**
 * Two rows, the second from right to left, so that a ring runs clockwise.
 *
 * With two columns the labels stand outside and ways go around; with more, in between.
 */
export class Scene {
  /** @param {number} ranks */
  constructor(ranks) {
    this.ranks = ranks;
    this.columns = ranks < 3 ? ranks : Math.ceil(ranks / 2);
    this.few = this.columns < 3;
    this.cell = this.few ? 26 : 15;
    this.pitch = WIDE / this.columns; // of more than two columns
    this.grid = ranks * this.cell;
    this.room = this.few ? 0 : 14; // for labels between a grid and a way
    this.gap = this.few ? 60 : 72; // between the rows
    this.width = WIDE;
    const rows = ranks < 3 ? 1 : 2;
    this.height = rows * (HEAD + this.grid) + (rows - 1) * this.gap + (rows === 1 ? 72 : 8);
  }

  /**
   * Upper left corner of a rank's grid.
   *
   * @param {number} rank
   */
  at(rank) {
    const low = rank >= this.columns;
    const column = low ? 2 * this.columns - 1 - rank : rank;
    const outer = column ? WIDE - 120 - this.grid : 120;
    const x = this.few ? outer : 20 + column * this.pitch;
    return { x, y: HEAD + (low ? this.grid + this.gap + HEAD : 0), column, low };
  }

  /**
   * Where the names of the chunks stand: x, and whether they end or begin there.
   *
   * @param {number} rank
   */
  labels(rank) {
    const { x, column } = this.at(rank);
    if (this.few && column === 1) return { x: x + this.grid + 8, anchor: "start" };
    return { x: x - (this.few ? 8 : 4), anchor: "end" };
  }

  /** The switch: between the rows, or below the only one. */
  get switchAt() {
    return {
      x: WIDE / 2,
      y: HEAD + this.grid + (this.ranks < 3 ? 44 : this.gap / 2 + (this.few ? 0 : -4)),
    };
  }

  /**
   * Corners of the way of a message, and where its label may stand; `row` is the chunk's.
   *
   * @param {Message} message
   * @param {number | null} row
   * @returns {Way}
   */
  way([source, target], row) {
    if (source === this.ranks || target === this.ranks) return this.#toSwitch(source, target);
    const [from, to] = [this.at(source), this.at(target)];
    const level = (/** @type {Corner} */ one) =>
      one.y + (row === null ? this.grid / 2 : (row + 0.5) * this.cell);
    if (from.low === to.low && Math.abs(from.column - to.column) === 1) {
      const right = to.column > from.column;
      const y = level(from) + (row === null ? (right ? -6 : 6) : 0);
      const near = right ? from.x + this.grid + 6 : from.x - 6 - this.room;
      const far = right ? to.x - 6 - this.room : to.x + this.grid + 6;
      return {
        points: [
          [near, y],
          [far, y],
        ],
        label: this.few ? [(near + far) / 2, y - 8] : null,
      };
    }
    if (this.few && from.column === to.column) return this.#around(from, to, level);
    return { points: this.#between(from, to), label: null };
  }

  /**
   * Past the labels, on the outer side.
   *
   * @param {Corner} from
   * @param {Corner} to
   * @param {(one: Corner) => number} level
   * @returns {Way}
   */
  #around(from, to, level) {
    const outer = from.column === 0 ? -1 : 1;
    const start = from.column === 0 ? from.x - LABEL - 4 : from.x + this.grid + LABEL + 4;
    const far = start + outer * 30;
    const [up, down] = [level(from), level(to)];
    return {
      points: [
        [start, up],
        [far, up],
        [far, down],
        [start, down],
      ],
      label: [far - outer * 12, (up + down) / 2],
      anchor: outer < 0 ? "start" : "end",
    };
  }

  /**
   * From the foot of one grid to the other's name, or past the ranks between, through the gap.
   *
   * @param {Corner} from
   * @param {Corner} to
   */
  #between(from, to) {
    const middle = (/** @type {Corner} */ one, /** @type {number} */ by) =>
      one.x + this.grid / 2 + by;
    if (from.low === to.low) {
      const edge = from.low ? from.y - HEAD : from.y + this.grid + 4;
      const depth = edge + (from.low ? -1 : 1) * (14 + 5 * (from.column % 4));
      const by = to.column > from.column ? 8 : -8;
      return [
        [middle(from, by), edge],
        [middle(from, by), depth],
        [middle(to, -by), depth],
        [middle(to, -by), edge],
      ];
    }
    const by = to.low ? 8 : -8;
    const near = to.low ? from.y + this.grid + 4 : from.y - HEAD;
    const far = to.low ? to.y - HEAD : to.y + this.grid + 6;
    return [
      [middle(from, by), near],
      [middle(to, by), far],
    ];
  }

  /**
   * @param {number} source
   * @param {number} target
   * @returns {Way}
   */
  #toSwitch(source, target) {
    const up = target === this.ranks;
    const rank = this.at(up ? source : target);
    const { x: sx, y: sy } = this.switchAt;
    const below = rank.low;
    const edge = below ? rank.y - HEAD - 2 : rank.y + this.grid + 10;
    const end = sy + (below ? 14 : -14);
    const middle = rank.x + this.grid / 2;
    const lean = 44 * Math.max(-1, Math.min(1, (middle - sx) / (WIDE / 2)));
    // Up and down lie beside each other, however flat the line is.
    const [dx, dy] = [sx + lean - middle, end - edge];
    const by = (up ? 4 : -4) / (Math.hypot(dx, dy) || 1);
    const points = [
      [middle, edge],
      [sx + lean, end],
    ].map(([x, y]) => [x - dy * by, y + dx * by]);
    return { points: up ? points : points.reverse(), label: null };
  }
}
