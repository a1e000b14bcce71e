// @ts-check
/**
 * A machine that one types at: what happened, the clock, what was printed, and a line to type on.
 *
 * It holds no state of the machine, only the lines that were entered: Python plays them, and says
 * what the last one printed. Whatever it says is put there as text.
 *
 * @import { Game, Reply } from "./machines.d.ts"
 */

import { node } from "../../../../app/static/dom.js";
import { t } from "../../../../app/static/words.js";
import { diagnosisForm } from "./diagnosis.js";
import { drawTurn, time } from "./log.js";
import { Prompt } from "./prompt.js";
import { drawReport } from "./report.js";

export class Terminal {
  /**
   * Draw a game into `el` and take it up where it stands.
   *
   * @param {HTMLElement} el
   * @param {Game} game
   */
  constructor(el, game) {
    this.game = game;
    this.lines = [...game.lines];
    this.prompt = "";
    /** @type {string[]} */
    this.waiting = []; // entered, and not yet run
    this.works = false;
    this.log = node("div", {
      class: "cl-log",
      role: "log",
      tabindex: "0",
      "aria-label": t("Terminal"),
    });
    this.clock = node("p", { class: "cl-clock" });
    this.says = node("p", { class: "cl-says-line", role: "status" });
    this.report = node("div", { class: "cl-report", tabindex: "-1" });
    this.typed = new Prompt({
      run: (lines) => this.run(lines),
      complete: (text) => this.complete(text),
      say: (says) => this.say(says),
      clear: () => this.log.replaceChildren(),
    });
    this.diagnosis = diagnosisForm(game.machine, (line) => {
      this.run([line]);
      this.typed.input.focus();
    });
    this.afresh = this.drawAfresh();
    el.classList.add("certlab");
    el.replaceChildren(
      node(
        "div",
        { class: "cl-frame cl-node", role: "group", "aria-label": game.scenario.title },
        node("p", { class: "cl-story" }, game.scenario.story),
        this.clock,
        this.log,
        this.typed.el,
        this.says,
        this.drawButtons(),
        this.afresh,
        this.diagnosis.form,
        this.report,
      ),
    );
    this.begin();
  }

  /** The buttons are for fingers: whatever they do can be typed too. */
  drawButtons() {
    const button = (/** @type {string} */ line) =>
      node("button", { type: "button", onclick: () => this.run([line]) }, line);
    return node(
      "div",
      { class: "cl-acts", role: "group", "aria-label": t("Beside the machine") },
      ["help", "hint", "diagnose", "submit", "fresh"].map(button),
    );
  }

  drawAfresh() {
    const hide = () => {
      row.hidden = true;
      this.typed.input.focus();
    };
    const row = node(
      "div",
      { class: "cl-afresh", hidden: true },
      node("p", {}, t("There is no undo: a fresh start forgets all that was typed.")),
      node(
        "div",
        { class: "cl-acts" },
        node(
          "button",
          {
            type: "button",
            onclick: () => {
              this.keep([]);
              hide();
              this.begin();
            },
          },
          t("Begin afresh"),
        ),
        node("button", { type: "button", onclick: hide }, t("Go on")),
      ),
    );
    return row;
  }

  /** Play the lines there are, so that the log shows them as if they were typed now. */
  async begin() {
    const lines = this.lines;
    this.log.replaceChildren();
    this.report.replaceChildren();
    this.busy(true);
    try {
      this.take(await this.send([]));
      for (const [n, line] of lines.entries()) {
        if (this.lines !== lines) return; // begun afresh meanwhile
        this.show(line, await this.send(lines.slice(0, n + 1)));
      }
      this.typed.remember(lines);
    } catch (error) {
      this.say(error.message);
    }
    this.busy(false);
  }

  /** @param {string[]} lines */
  send(lines) {
    const { ask, scenario, seed } = this.game;
    return ask({ scenario: scenario.id, seed, lines });
  }

  /** @param {string} text */
  async complete(text) {
    const { ask, scenario, seed } = this.game;
    const request = { scenario: scenario.id, seed, lines: this.lines, complete: text };
    return (await ask(request).catch(() => null))?.words ?? [];
  }

  /**
   * Run lines one by one; what comes after one that gets no answer is not run.
   *
   * @param {string[]} lines
   */
  async run(lines) {
    this.waiting.push(...lines.filter((line) => line.trim()));
    if (this.works) return;
    this.say("");
    this.busy(true);
    for (let line = this.waiting.shift(); line !== undefined; line = this.waiting.shift()) {
      if (!this.ours(line.trim())) await this.enter(line);
    }
    this.busy(false);
  }

  /**
   * What the view does itself, and no machine.
   *
   * @param {string} line
   */
  ours(line) {
    if (line === "clear") this.log.replaceChildren();
    else if (line === "diagnose") this.diagnosis.open();
    else if (line === "fresh") {
      this.afresh.hidden = false;
      this.afresh.querySelector("button")?.focus();
    } else return false;
    return true;
  }

  /** @param {string} line */
  async enter(line) {
    const lines = [...this.lines, line];
    try {
      const reply = await this.send(lines);
      const before = this.ended;
      this.show(line, reply);
      this.keep(lines);
      if (reply.report && !before) {
        this.report.focus(); // it says what the text would
        this.game.ended(reply.report);
      }
    } catch (error) {
      this.say(error.message);
      this.typed.put(line);
      this.waiting.length = 0;
    }
  }

  /** @param {string[]} lines */
  keep(lines) {
    this.lines = lines;
    this.game.keep(lines);
  }

  /**
   * @param {string} line
   * @param {Reply} reply
   */
  show(line, reply) {
    const over = reply.report && !this.ended;
    this.log.append(drawTurn(this.prompt, line, over ? "" : reply.text, reply.seconds));
    this.log.scrollTop = this.log.scrollHeight;
    this.take(reply);
  }

  /** @param {Reply} reply */
  take({ prompt, clock, spent, state, report }) {
    this.prompt = prompt;
    this.typed.shown.textContent = prompt;
    this.clock.textContent = t("{clock} on the machines, {time} since you came", {
      clock,
      time: time(spent),
    });
    this.ended = state === "ended";
    if (report) this.report.replaceChildren(drawReport(report, this.game.machine));
  }

  /** @param {string} says */
  say(says) {
    this.says.textContent = says;
  }

  /** @param {boolean} works */
  busy(works) {
    this.works = works;
    this.log.setAttribute("aria-busy", String(works));
  }
}
