// @ts-check
/** One drawing of a board: what it shows, what is done with it. */

import { focusedAround, node } from "../../../../app/static/dom.js";
import { speak, t } from "../../../../app/static/words.js";
import { drawAside } from "./aside.js";
import { Hand } from "./hand.js";
import { morph } from "./morph.js";
import { panelWords } from "./panel.js";
import { drawSection } from "./section.js";
import { drawControls, drawGoal } from "./top.js";
import { strandedWords } from "./words.js";

/** What the drawing asks for and what keys and pointer do; see board.js. */
export class View {
  constructor(model, el) {
    speak({ model, el });
    this.model = model;
    this.id = `cl-${Math.random().toString(36).slice(2, 10)}`; // two drawings share a page
    this.hand = new Hand(model);
    this.place = node("div", { class: "cl-frame", role: "group", "aria-label": t("MIG board") });
    this.status = node("p", { class: "cl-hidden", role: "status" });
    this.carry = node("span", { class: "cl-carry", "aria-hidden": "true", hidden: true });
    this.aim = null; // what takes the focus once Python has answered
    this.from = null; // where a moved instance slides from
    el.classList.add("certlab");
    el.replaceChildren(node("div", { class: "cl-board" }, this.place, this.status, this.carry));
  }

  // What the drawing asks.
  gpu(gpu) {
    const shown = this.model.get("shown")[gpu];
    return { table: this.hand.table, shown, layout: shown.at };
  }

  /** Whether the ghost on a GPU is held, and not only under a mouse. */
  isHeld(gpu) {
    return this.hand.ghost(gpu)?.hover === false;
  }
  carried() {
    return this.hand.held?.moving ? { profile: this.hand.carried() } : null;
  }
  profileOf(moving) {
    return this.hand.instance(moving)[1];
  }
  isPicked(gpu, id) {
    return this.chosenOn(gpu) === id;
  }
  isMoving(gpu, id) {
    return this.hand.moving?.gpu === gpu && this.hand.moving.id === id;
  }

  /** One instance of a GPU is a stop for Tab; arrows go to the others. */
  isStop(gpu, id) {
    return id === (this.chosenOn(gpu) ?? this.row(gpu)[0]);
  }

  /** The instance that is chosen, where it is on this GPU. */
  chosenOn(gpu) {
    const { chosen } = this.hand;
    return chosen && chosen.gpu === gpu ? chosen.id : null;
  }

  row(gpu) {
    return [...this.hand.layout(gpu)].sort((a, b) => a[2] - b[2]).map(([id]) => id);
  }
  refusal(gpu) {
    const one = this.model.get("refusal");
    return one?.gpu === gpu ? one : null;
  }
  output(gpu) {
    const one = this.model.get("output");
    return one?.gpu === gpu ? one : null;
  }
  editing(gpu) {
    return this.hand.lines[gpu] ?? null;
  }
  lines(gpu) {
    return this.model.get("shown")[gpu].lines.join("\n");
  }
  aside(gpu) {
    return drawAside(
      this,
      gpu,
      this.hand.isOn(gpu)
        ? strandedWords(this.hand.table, this.hand.layout(gpu))
        : t("MIG is off."),
    );
  }

  // What keys and pointer do.
  send(message) {
    this.model.send(message);
  }
  say(text) {
    this.status.textContent = text;
  }
  tell(gpu) {
    this.paint();
    this.say(panelWords(this, gpu));
  }

  nextProfile(gpu, step) {
    this.hand.nextProfile(gpu, step);
    this.hand.keep();
    this.paint();
    this.focus(`p-${gpu}-${this.hand.pick(gpu)}`);
    this.tell(gpu);
  }

  nextStart(gpu, step) {
    this.hand.nextStart(gpu, step);
    this.tell(this.hand.held?.gpu);
  }
  nextGpu(step) {
    this.hand.nextGpu(step);
    this.tell(this.hand.held?.gpu);
  }

  nextInstance(gpu, id, step) {
    const row = this.row(gpu);
    const to = row[(row.indexOf(id) + step + row.length) % row.length];
    this.choose(gpu, to);
    this.focus(`i-${gpu}-${to}`);
  }

  choose(gpu, id) {
    this.hand.held = null;
    this.hand.chosen = { gpu, id };
    this.paint();
  }

  startMove(gpu, id) {
    this.hand.chosen = { gpu, id };
    const [, , at] = this.hand.instance({ gpu, id });
    this.hand.hold(gpu, { start: at, moving: { gpu, id } });
    this.hand.nextStart(gpu, 1);
    this.focus(`i-${gpu}-${id}`);
    this.tell(gpu);
  }

  /** Enter: place or move to where the ghost is; where there is none, ask and be told why. */
  enter(gpu) {
    const { held } = this.hand;
    if (held?.moving) return this.move(held.moving, held.gpu, held.start);
    return this.send({
      type: "place",
      gpu,
      profile: this.hand.pick(gpu),
      start: held && held.gpu === gpu ? held.start : null,
    });
  }

  move(moving, to, start) {
    const [, profile] = this.hand.instance(moving);
    this.from = this.find(`i-${moving.gpu}-${moving.id}`)?.getBoundingClientRect();
    this.aim = () => {
      const made = this.hand.layout(to).find(([, one, at]) => one === profile && at === start);
      if (!made) return null;
      this.hand.chosen = { gpu: to, id: made[0] };
      return `i-${to}-${made[0]}`;
    };
    this.send({ type: "move", ...moving, to, start });
  }

  /** Remove an instance; the focus goes to its neighbour, or to the profiles. */
  remove(gpu, id = this.chosenOn(gpu)) {
    if (id === null) return;
    const row = this.row(gpu);
    const next = row[row.indexOf(id) + 1] ?? row[row.indexOf(id) - 1];
    const within = this.focused()?.closest("[data-instance], [data-act]");
    if (within)
      this.aim = () =>
        next === undefined ? `p-${gpu}-${this.hand.pick(gpu)}` : `i-${gpu}-${next}`;
    this.send({ type: "remove", gpu, id });
  }

  leave() {
    if (!this.hand.leave()) return false;
    this.paint();
    this.say(t("Left unchanged."));
    return true;
  }

  act(name, gpu) {
    const { hand } = this;
    if (name === "edit") hand.lines[gpu] = this.lines(gpu) || `nvidia-smi mig -i ${gpu} -cgi `;
    else if (name === "close") delete hand.lines[gpu];
    else if (name === "run")
      return this.send({ type: "run", gpu, line: this.find(`line-${gpu}`).value });
    else if (name === "copy") return this.copy(gpu);
    else if (name === "enter") return this.enter(gpu);
    else if (name === "leave") return this.leave();
    else if (name === "move") return this.startMove(gpu, hand.chosen?.id);
    else if (name === "remove") return this.remove(gpu);
    else return this.send({ type: name });
    hand.keep();
    this.paint();
    return this.focus(name === "edit" ? `line-${gpu}` : `edit-${gpu}`);
  }

  async copy(gpu) {
    try {
      await navigator.clipboard.writeText(this.lines(gpu));
      this.say(t("Copied."));
    } catch {
      this.act("edit", gpu); // where copying is not allowed, the text to copy
      this.find(`line-${gpu}`).select();
    }
  }

  // Drawing.
  /** @returns {any} a button, or a line's field */
  find(key) {
    return this.place.querySelector(`[data-key="${CSS.escape(key)}"]`);
  }
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
