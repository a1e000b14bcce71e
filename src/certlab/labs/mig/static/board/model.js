// @ts-check
/**
 * A board without Python behind it: GPUs with undo, by the placement tables of the course.
 *
 * The model has the traits that certlab.labs.mig.widgets.board.MigBoard has, and does, says and refuses
 * the same; only lines of nvidia-smi are not run here.
 */

import { PageModel } from "../../../../app/static/simulator/page_model.js";
import { t } from "../../../../app/static/words.js";
import { cheapest, choose, idOf } from "./choice.js";
import { noRoom, notAStart } from "./refused.js";
import { fits } from "./rules.js";
import { goalOf, gpuWords } from "./summary.js";
import { span } from "./words.js";

const MOST = 8; // in one server

/** A table with what is said of it in the page's language. */
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
  /** `tables` by the GPU's id, and what is shown first: `first` stands on GPU 0 as [id, profile, start] each. */
  constructor(tables, { gpu, count, goal, first }) {
    const choices = goal.length ? [] : Object.values(tables).map(({ id, name }) => [id, name]);
    super({ choices, refusal: {}, said: {}, output: {}, hand: {}, runs: false });
    this.tables = tables;
    this.wanted = goal;
    this.past = [];
    this.count = 0;
    this.now = { gpu, layouts: Array.from({ length: count }, (_, n) => (n ? [] : first)) };
    this.show();
  }

  /** Call `act`, or say beside its GPU why it cannot be. */
  /** @param {any} message */
  send({ type, ...given }) {
    if (type === "place") this.place(given);
    else if (type === "move") this.move(given);
    else if (type === "remove") this.remove(given);
    else if (type === "setup") this.setup(given);
    else if (type === "undo") this.undo();
    else if (type === "clear") this.clear();
  }

  get table() {
    return this.tables[this.now.gpu];
  }

  place({ gpu, profile, start }) {
    const made = this.made(gpu, this.now.layouts[gpu], profile, start);
    if (made)
      this.change({ [gpu]: [...this.now.layouts[gpu], made] }, placedWords(made, gpu, this));
  }

  move({ gpu, id, to, start }) {
    const { layouts } = this.now;
    const [, profile] = layouts[gpu].find(([one]) => one === id);
    const gone = layouts[gpu].filter(([one]) => one !== id);
    const under = to === gpu ? gone : layouts[to];
    const made = this.made(to, under, profile, start);
    const words = (values) => t("{profile} moved to memory {span} of GPU {gpu}.", values);
    if (made) {
      const changed = { [gpu]: gone, [to]: [...under, made] };
      this.change(changed, words(this.values(made, to)), to);
    }
  }

  /** The instance as [id, profile, start], or null once it was said why not. */
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

  remove({ gpu, id }) {
    const [, index] = this.now.layouts[gpu].find(([one]) => one === id);
    const kept = this.now.layouts[gpu].filter(([one]) => one !== id);
    this.change(
      { [gpu]: kept },
      t("{profile} removed.", { profile: this.table.profiles[index].name }),
    );
  }

  clear() {
    const full = this.now.layouts.flatMap((layout, gpu) => (layout.length ? [[gpu, []]] : []));
    this.change(Object.fromEntries(full), t("All GPUs are empty."));
  }

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

  /** Layouts by GPU; `last` is the one whose state is said after the words. */
  change(changed, says, last = Number(Object.keys(changed).at(-1) ?? -1)) {
    if (Object.keys(changed).length) {
      this.past.push(this.now);
      const layouts = this.now.layouts.map((one, gpu) => changed[gpu] ?? one);
      this.now = { ...this.now, layouts };
    }
    this.report(says, last);
  }

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
        at: layout.map((one) => [...one, "all"]),
        words: gpuWords(table, layout),
        lines: lines(table, layout, gpu),
      })),
      goal: goalOf(this.wanted, names),
      undoable: this.past.length > 0,
    });
  }

  decline(gpu, at, text) {
    this.count += 1;
    this.take({ refusal: { n: this.count, gpu, text, ...at } });
    return null;
  }

  /** @param {any[]} made */
  values([, index, start], gpu) {
    const { name, size } = this.table.profiles[index];
    return { profile: name, span: span(start, size), gpu };
  }
}

const placedWords = (made, gpu, board) =>
  t("{profile} placed at memory {span} of GPU {gpu}.", board.values(made, gpu));

/** The line that makes these instances again. */
function lines(table, layout, gpu) {
  const made = layout.map(([, index, start]) => `${table.profiles[index].id}:${start}`);
  return made.length ? [`nvidia-smi mig -i ${gpu} -cgi ${made.join(",")} -C`] : [];
}
