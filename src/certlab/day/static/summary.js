// @ts-check
/**
 * A learner's answers: what they come to, and their export, import and reset.
 *
 * @import { Store } from "../../app/static/store/store.js"
 * @import { ListedBank } from "./course_files.d.ts"
 * @import { Sums } from "./days.d.ts"
 */

import { focusedAround, icon, node } from "../../app/static/dom.js";
import { spoken, t, tn } from "../../app/static/words.js";
import { summarise } from "./sums.js";
import { answerCount, drawSums } from "./sums_table.js";

const HISTORY_FILE = "certlab-history.jsonl";
const LISTED = 5; // problems of an import; the rest are counted
const DECK = /\.(apkg|colpkg|gift|tsv)$/i; // files of cards, of which a browser has no reader

/**
 * Draw the panel into `el`, and again after each change; returns what ends it.
 *
 * `noted` is whether the page says elsewhere why answers are not kept.
 *
 * @param {HTMLElement} el
 * @param {{ store: Store, banks: ListedBank[], noted?: boolean }} has
 */
export async function mountProgress(el, { store, banks, noted = false }) {
  const panel = new ProgressPanel(el, store, banks, noted);
  const leave = store.follow(() => panel.refresh());
  await panel.refresh();
  return () => {
    leave();
    el.replaceChildren();
  };
}

class ProgressPanel {
  #place = node("div", { class: "cl-item" });
  #status = node("p", { class: "cl-small", role: "status" });
  #problems = node("ul", { class: "cl-small cl-problems" });
  #file = node("input", { type: "file", "data-key": "import", onchange: () => this.#import() });
  #asking = false; // whether a reset waits for its confirmation

  /**
   * @param {HTMLElement} el
   * @param {Store} store
   * @param {ListedBank[]} banks
   * @param {boolean} noted
   */
  constructor(el, store, banks, noted) {
    this.store = store;
    this.banks = banks;
    el.classList.add("certlab");
    el.lang = spoken();
    const note =
      store.refused && !noted
        ? node("p", { class: "cl-note" }, icon("note"), " ", store.refused)
        : [];
    el.replaceChildren(
      node(
        "div",
        { role: "group", "aria-label": t("Your answers") },
        note,
        node("div", { class: "cl-frame cl-summary" }, this.#place, this.#status, this.#problems),
      ),
    );
  }

  /** Whether the browser keeps the answers, and may remove them; a workspace's log only grows. */
  get #here() {
    return this.store.home === "browser";
  }

  async refresh() {
    try {
      this.#paint(summarise(await this.store.all(), this.banks));
    } catch (error) {
      this.#say(error.message);
    }
  }

  /** @param {Sums} sums */
  #paint(sums) {
    const now = focusedAround(this.#place);
    const key = now && this.#place.contains(now) ? now.dataset.key : null;
    const open = this.#place.querySelector("details")?.open;
    if (!sums.answers) this.#asking = false;
    this.#place.replaceChildren(
      node(
        "div",
        { class: "cl-head" },
        node("span", {}, this.#here ? t("Your answers in this browser") : t("Your answers")),
      ),
      node("div", { class: "cl-body cl-after" }, drawSums(sums, this.store.refused, this.#here)),
      this.#asking ? this.#drawConfirm(sums) : this.#drawControls(sums),
    );
    const fold = this.#place.querySelector("details");
    if (fold && open) fold.open = true;
    if (key) this.#focus(key);
  }

  /** @param {Sums} sums */
  #drawControls({ answers }) {
    return node(
      "div",
      { class: "cl-foot" },
      answers ? pushButton("export", t("Export"), () => this.#export(), "cl-primary") : null,
      node("label", { class: "cl-import cl-small" }, t("Import a history"), this.#file),
      answers && this.#here
        ? pushButton("reset", t("Reset"), () => this.#ask(true), "cl-quiet")
        : null,
    );
  }

  /** @param {Sums} sums */
  #drawConfirm({ answers }) {
    const all = answerCount(answers);
    return node(
      "div",
      {
        class: "cl-foot",
        role: "group",
        "aria-label": t("Remove every answer"),
        onkeydown: (event) => {
          if (event.key === "Escape") this.#ask(false);
        },
      },
      node(
        "p",
        { class: "cl-small", tabindex: "-1", "data-key": "asks" },
        t(
          "Remove {answers} from this browser? The record of what you know and what is due is removed too, and only an exported file can bring it back.",
          { answers: all },
        ),
      ),
      pushButton("export", t("Export first"), () => this.#export()),
      pushButton("remove", t("Remove {answers}", { answers: all }), () => this.#remove(all)),
      pushButton("keep", t("Keep them"), () => this.#ask(false)),
    );
  }

  /** @param {boolean} asking */
  async #ask(asking) {
    this.#asking = asking;
    this.#say("");
    await this.refresh();
    this.#focus(asking ? "asks" : "reset");
  }

  /** @param {string} all */
  async #remove(all) {
    try {
      await this.store.clear();
      this.#asking = false;
      this.#say(t("Removed {answers} from this browser.", { answers: all }));
    } catch (error) {
      this.#say(error.message);
    }
    await this.refresh();
    this.#focus("sum");
  }

  async #export() {
    try {
      const { text, answers } = await this.store.exported();
      download(text);
      this.#say(
        t("Exported {answers} to {file}.", { answers: answerCount(answers), file: HISTORY_FILE }),
      );
    } catch (error) {
      this.#say(error.message);
    }
  }

  async #import() {
    const [file] = this.#file.files ?? [];
    if (!file) return;
    try {
      if (DECK.test(file.name)) throw new Error(ofDeck(file.name));
      this.#say(t("Reading {file}.", { file: file.name }));
      const { added, known, answers, problems } = await this.store.merge(file);
      if (added || known || !problems.length) this.#say(importWords(file.name, answers), problems);
      else this.#say(t("{file}: {says}", { file: file.name, says: problems[0] }));
    } catch (error) {
      this.#say(error.message);
    }
    this.#file.value = ""; // so that the same file can be chosen again
    await this.refresh();
  }

  /**
   * @param {string} words
   * @param {string[]} problems
   */
  #say(words, problems = []) {
    this.#status.textContent = words;
    const more = problems.length - LISTED;
    const listed =
      more > 1
        ? [...problems.slice(0, LISTED), tn("And {n} more.", "And {n} more.", more)]
        : problems;
    this.#problems.replaceChildren(...listed.map((one) => node("li", {}, one)));
  }

  /** @param {string} key */
  #focus(key) {
    this.#place.querySelector(`[data-key="${key}"]`)?.focus();
  }
}

/** @param {string} name */
function ofDeck(name) {
  return t(
    "{file}: this is a deck and no history; with certlab on your machine, import it on this page under Your own decks.",
    { file: name },
  );
}

/**
 * @param {string} name
 * @param {{ added: number, known: number }} answers
 */
function importWords(name, { added, known }) {
  const values = { file: name, answers: answerCount(added) };
  if (!known) return t("{file}: {answers} added.", values);
  return tn(
    "{file}: {answers} added; {n} was here already.",
    "{file}: {answers} added; {n} were here already.",
    known,
    values,
  );
}

/**
 * @param {string} key
 * @param {string} words
 * @param {() => unknown} onclick
 * @param {string} [style]
 */
function pushButton(key, words, onclick, style) {
  return node("button", { type: "button", class: style, "data-key": key, onclick }, words);
}

/** @param {string} text */
function download(text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  node("a", { href: address, download: HISTORY_FILE }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // a browser may ask where to first
}
