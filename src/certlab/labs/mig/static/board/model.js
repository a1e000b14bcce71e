// @ts-check
/**
 * A board without Python behind it: GPUs with undo, by the placement tables of the course.
 *
 * The model has the traits that certlab.labs.mig.widgets.board.MigBoard has, and does, says and refuses
 * the same; only lines of nvidia-smi are not run here.
 *
 * @import { Begin, BoardMessage, Goal, Instance, Layouts, PageTable, Table, Where } from "./boards.d.ts"
 */

import { PageModel } from "../../../../app/static/simulator/page_model.js";
import { t } from "../../../../app/static/words.js";
import { cheapest, choose, idOf } from "./choice.js";
import { noRoom, notAStart } from "./refused.js";
import { fits } from "./rules.js";
import { goalOf, gpuWords } from "./summary.js";
import { span } from "./words.js";

const MOST = 8; // in one server

/**
 * A table with what is said of it in the page's language.
 *
 * @param {PageTable} table
 */
function spoken(table) {
  const note = t("Slices are drawn aligned, but nvidia-smi reports only the memory position.");
  const names = table.unsure.join(t(", "));
  return {
    ...table,
    called: {
      "compute slices": t("compute slice"),
      decoders: t("video decoder"),
      encoders: t("video encoder"),
      jpeg: t("JPEG engine"),
      ofa: t("optical flow engine"),
    },
    note: names ? `${note} ${t("From one source only, so not graded: {names}.", { names })}` : note,
  };
}

export class BoardModel extends PageModel {
  /**
   * @param {Record<string, PageTable>} tables by the GPU's id
   * @param {Begin} begin
   */
  constructor(tables, { gpu, count, goal, first }) {
    const choices = goal.length ? [] : Object.values(tables).map(({ id, name }) => [id, name]);
    super({ choices, refusal: {}, said: {}, output: {}, hand: {}, runs: false });
    this.tables = tables;
    this.wanted = goal;
    /** @type {Layouts[]} */
    this.past = [];
    this.count = 0;
    this.now = { gpu, layouts: Array.from({ length: count }, (_, n) => (n ? [] : first)) };
    this.show();
  }

  /**
   * Do it, or say beside its GPU why it cannot be.
   *
   * @param {BoardMessage} message
   */
  send(message) {
    if (message.type === "place") this.place(message);
    else if (message.type === "move") this.move(message);
    else if (message.type === "remove") this.remove(message);
    else if (message.type === "setup") this.setup(message);
    else if (message.type === "undo") this.undo();
    else if (message.type === "clear") this.clear();
  }

  get table() {
    return this.tables[this.now.gpu];
  }

  /** @param {{ gpu: number, profile: number, start: number | null }} wanted */
  place({ gpu, profile, start }) {
    const made = this.made(gpu, this.now.layouts[gpu], profile, start);
    if (made)
      this.change({ [gpu]: [...this.now.layouts[gpu], made] }, placedWords(made, gpu, this));
  }

  /** @param {Where & { to: number, start: number | null }} wanted */
  move({ gpu, id, to, start }) {
    const { layouts } = this.now;
    const moved = layouts[gpu].find((instance) => instance[0] === id);
    if (!moved) return; // it went meanwhile
    const gone = layouts[gpu].filter((instance) => instance !== moved);
    const under = to === gpu ? gone : layouts[to];
    const made = this.made(to, under, moved[1], start);
    if (made) {
      const changed = { [gpu]: gone, [to]: [...under, made] };
      const values = this.values(made, to);
      this.change(changed, t("{profile} moved to memory {span} of GPU {gpu}.", values), to);
    }
  }

  /**
   * The instance as [id, profile, start], or null once it was said why not.
   *
   * @param {number} gpu
   * @param {readonly Instance[]} layout
   * @param {number} profile
   * @param {number | null} start
   * @returns {Instance | null}
   */
  made(gpu, layout, profile, start) {
    const { table } = this;
    const own = table.profiles[profile];
    if (start !== null && !own.starts.includes(start))
      return this.decline(gpu, { profile, start: null }, notAStart(own, start));
    const open = fits(table, layout, profile).filter((one) => start === null || one === start);
    if (!open.length) {
      const same = this.now.layouts[gpu].filter(([, one]) => one === profile).map(([id]) => id);
      const { at } = cheapest(table, this.now.layouts[gpu], profile, start, same);
      return this.decline(gpu, { profile, start: at }, noRoom(table, layout, profile, start));
    }
    const at = choose(table, layout, profile, open);
    return [idOf(table, own, at), profile, at];
  }

  /** @param {Where} where */
  remove({ gpu, id }) {
    const gone = this.now.layouts[gpu].find((instance) => instance[0] === id);
    if (!gone) return; // it went meanwhile
    const left = this.now.layouts[gpu].filter((instance) => instance !== gone);
    const profile = this.table.profiles[gone[1]].name;
    this.change({ [gpu]: left }, t("{profile} removed.", { profile }));
  }

  clear() {
    const full = this.now.layouts.flatMap((layout, gpu) => (layout.length ? [[gpu, []]] : []));
    this.change(Object.fromEntries(full), t("All GPUs are empty."));
  }

  /** @param {{ gpu?: string, count?: number }} wanted */
  setup({ gpu = this.now.gpu, count = this.now.layouts.length }) {
    if (count < 1 || count > MOST) {
      const says = t("A board has 1 to {most} GPUs, not {n}.", { most: MOST, n: count });
      this.decline(0, { profile: null, start: null }, says);
      return;
    }
    const kept = gpu === this.now.gpu ? this.now.layouts : [];
    this.past.push(this.now);
    this.now = { gpu, layouts: Array.from({ length: count }, (_, n) => kept[n] ?? []) };
    this.report(t("{n} × {gpu}.", { n: count, gpu: this.table.name }));
  }

  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.now = before;
    this.report(t("Undone."));
  }

  /**
   * Layouts by GPU; `last` is the one whose state is said after the words.
   *
   * @param {Record<number, Instance[]>} changed
   * @param {string} says
   * @param {number} [last] the GPU whose state is said after the words
   */
  change(changed, says, last = Number(Object.keys(changed).at(-1) ?? -1)) {
    if (Object.keys(changed).length) {
      this.past.push(this.now);
      const layouts = this.now.layouts.map((one, gpu) => changed[gpu] ?? one);
      this.now = { ...this.now, layouts };
    }
    this.report(says, last);
  }

  /**
   * @param {string} says
   * @param {number} [last]
   */
  report(says, last = -1) {
    const before = this.get("goal").done;
    this.show();
    const goal = this.get("goal");
    const reached = goal.done && !before ? [goal.words] : [];
    const state = last < 0 ? [] : [this.get("shown")[last].words];
    this.count += 1;
    this.take({
      refusal: {},
      said: { n: this.count, text: [says, ...reached, ...state].join(" ") },
    });
  }

  show() {
    const { table, now } = this;
    const names = now.layouts.flat().map(([, index]) => table.profiles[index].name);
    this.take({
      table: this.get("table")?.id === table.id ? this.get("table") : spoken(table),
      shown: now.layouts.map((layout, gpu) => ({
        on: true,
        at: layout.map(([id, index, start]) => [id, index, start, "all"]),
        words: gpuWords(table, layout),
        lines: lines(table, layout, gpu),
      })),
      goal: goalOf(this.wanted, names),
      undoable: this.past.length > 0,
    });
  }

  /**
   * @param {number} gpu
   * @param {{ profile: number | null, start: number | null }} at
   * @param {string} text
   */
  decline(gpu, at, text) {
    this.count += 1;
    this.take({ refusal: { n: this.count, gpu, text, ...at } });
    return null;
  }

  /**
   * @param {Instance} instance
   * @param {number} gpu
   */
  values([, index, start], gpu) {
    const { name, size } = this.table.profiles[index];
    return { profile: name, span: span(start, size), gpu };
  }
}

/**
 * @param {Instance} made
 * @param {number} gpu
 * @param {BoardModel} board
 */
const placedWords = (made, gpu, board) =>
  t("{profile} placed at memory {span} of GPU {gpu}.", board.values(made, gpu));

/**
 * The line that makes these instances again.
 *
 * @param {Table} table
 * @param {readonly Instance[]} layout
 * @param {number} gpu
 */
function lines(table, layout, gpu) {
  const made = layout.map(([, index, start]) => `${table.profiles[index].id}:${start}`);
  return made.length ? [`nvidia-smi mig -i ${gpu} -cgi ${made.join(",")} -C`] : [];
}
