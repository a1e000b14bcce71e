// @ts-check
/**
 * The line one types on: the lines before by arrow keys, completion by Tab, and whole pastes.
 *
 * Tab completes where something is typed, and leaves where nothing is; after Escape it leaves in any
 * case, so that nobody is held here who has no pointer.
 *
 * @typedef {object} Typing
 * @property {(lines: string[]) => void} run
 * @property {(text: string) => Promise<string[]>} complete what the last word may become
 * @property {(says: string) => void} say
 * @property {() => void} clear
 */

import { node } from "../../../../app/static/dom.js";
import { t } from "../../../../app/static/words.js";

const LONGEST = 4_000; // characters of a line, as the shell takes them
const PASTE = 100_000; // characters at once

export class Prompt {
  /** @param {Typing} typing */
  constructor(typing) {
    this.typing = typing;
    /** @type {string[]} */
    this.past = [];
    this.at = 0; // a place in `past`; its length is the line that is being typed
    this.draft = "";
    this.leaves = false;
    this.shown = node("span", { class: "cl-shell", "aria-hidden": "true" });
    this.input = node("input", {
      type: "text",
      "data-key": "line",
      "aria-label": t("Command line"),
      "aria-description": t("Tab completes. Escape, then Tab, leaves the line."),
      autocomplete: "off",
      autocapitalize: "off",
      autocorrect: "off",
      spellcheck: "false",
      enterkeyhint: "go",
      onkeydown: (event) => this.key(event),
      onpaste: (/** @type {ClipboardEvent} */ event) => this.paste(event),
      // A phone's way to paste, or an old browser's, tells of itself only now.
      oninput: () => {
        if (this.tooLong([this.input.value])) this.put("");
      },
    });
    this.el = node(
      "form",
      {
        class: "cl-prompt",
        onsubmit: (event) => {
          event.preventDefault();
          this.enter([this.input.value]);
        },
      },
      this.shown,
      this.input,
      node("button", { type: "submit" }, t("Run")),
    );
  }

  /**
   * Lines that were entered: they are run, and can be had again.
   *
   * @param {string[]} lines
   */
  enter(lines) {
    this.put("");
    this.remember(lines);
    this.typing.run(lines);
  }

  /** @param {string[]} lines */
  remember(lines) {
    for (const line of lines) if (line.trim() && line !== this.past.at(-1)) this.past.push(line);
    this.at = this.past.length;
  }

  /** @param {string} text */
  put(text) {
    this.input.value = text;
    this.input.setSelectionRange(text.length, text.length);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
    const leaves = this.leaves;
    this.leaves = key === "Escape" || (leaves && key === "Shift");
    if (altKey || metaKey || event.isComposing) return;
    const { selectionStart, selectionEnd, value } = this.input;
    const act = ctrlKey
      ? {
          l: this.typing.clear,
          c: selectionStart === selectionEnd ? () => this.enterNothing() : null,
        }[key]
      : {
          ArrowUp: () => this.step(-1),
          ArrowDown: () => this.step(1),
          Escape: () => this.typing.say(""),
          Tab: value.trim() && !shiftKey && !leaves ? () => this.complete() : null,
        }[key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** Control and C: the line is given up. */
  enterNothing() {
    this.put("");
    this.at = this.past.length;
  }

  /** @param {number} by */
  step(by) {
    const to = Math.min(Math.max(this.at + by, 0), this.past.length);
    if (to === this.at) return;
    if (this.at === this.past.length) this.draft = this.input.value;
    this.at = to;
    this.put(this.past[to] ?? this.draft);
  }

  async complete() {
    const text = this.input.value;
    const words = await this.typing.complete(text);
    if (this.input.value !== text) return; // it was typed on meanwhile
    const stem = text.slice(0, text.search(/\S*$/));
    const common = words.reduce((one, other) => shared(one, other), words[0] ?? "");
    if (words.length === 1) this.put(`${stem}${words[0]} `);
    else if (stem.length + common.length > text.length) this.put(stem + common);
    this.typing.say(
      words.length === 1
        ? ""
        : words.length
          ? words.join("  ")
          : t("Nothing completes this. Escape, then Tab, leaves the line."),
    );
  }

  /** @param {ClipboardEvent} event */
  paste(event) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const lines = text.slice(0, PASTE + 1).split(/\r\n|[\r\n]/);
    if (lines.length === 1 && text.length <= LONGEST) return; // the browser's own way
    event.preventDefault();
    if (text.length > PASTE) {
      this.typing.say(
        t("{n} characters were pasted, and {most} are taken at once. Nothing was run.", {
          n: text.length.toLocaleString("en"),
          most: PASTE.toLocaleString("en"),
        }),
      );
      return;
    }
    const { selectionStart, selectionEnd, value } = this.input;
    lines[0] = value.slice(0, selectionStart ?? undefined) + lines[0];
    const rest = lines.pop() + value.slice(selectionEnd ?? value.length);
    if (this.tooLong([...lines, rest])) return;
    this.enter(lines);
    this.put(rest);
  }

  /** @param {string[]} lines */
  tooLong(lines) {
    const found = lines.find((line) => line.length > LONGEST);
    if (found === undefined) return false;
    this.typing.say(
      t("A line here has at most {most} characters, and this one has {n}. Nothing was run.", {
        n: found.length.toLocaleString("en"),
        most: LONGEST.toLocaleString("en"),
      }),
    );
    return true;
  }
}

/**
 * What two words begin with alike.
 *
 * @param {string} one
 * @param {string} other
 */
function shared(one, other) {
  let n = 0;
  while (n < one.length && one[n] === other[n]) n += 1;
  return one.slice(0, n);
}
