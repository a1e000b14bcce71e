// @ts-check
/** What a learner's answers come to: counts, what is known, what is due; export, import, reset. */

import { dayHere, dueWords } from "../../app/static/dates.js";
import { drawRows, focusedAround, icon, node } from "../../app/static/dom.js";
import { fold } from "../../app/static/memory/memory.js";
import { spoken, t, tn } from "../../app/static/words.js";

const HISTORY_FILE = "certlab-history.jsonl";
const LISTED = 5; // problems of an import; the rest are counted
const DECK = /\.(apkg|colpkg|gift|tsv)$/i; // files of cards, of which a browser has no reader

/**
 * The numbers, from rows in order of time and `banks`, [{ module, title, items: [{ item, reset }] }].
 *
 * Due today is what comes back today or came back before. Known is what was answered right the
 * last time and is not due today. `next` is the first day after today that anything comes back.
 */
export function summarise(rows, banks, now = Date.now()) {
  const items = banks.flatMap((bank) => bank.items);
  const memories = fold(
    rows,
    Object.fromEntries(items.map(({ item, reset }) => [item, reset ?? 0])),
  );
  const today = dayHere(now);
  const dueDay = (item) => (memories.has(item) ? dayHere(memories.get(item)?.due ?? 0) : "");
  const isDue = ({ item }) => dueDay(item) !== "" && dueDay(item) <= today;
  const isKnown = ({ item }) => dueDay(item) > today && memories.get(item)?.last === "correct";
  const later = items
    .map(({ item }) => dueDay(item))
    .filter((day) => day > today)
    .sort();
  return {
    today,
    answers: rows.length,
    right: rows.filter((row) => row.outcome === "correct").length,
    due: items.filter(isDue).length,
    next: later.length
      ? { day: later[0], items: later.filter((day) => day === later[0]).length }
      : null,
    modules: banks.map(({ module, title, items: own }) => ({
      module,
      title,
      items: own.length,
      known: own.filter(isKnown).length,
      due: own.filter(isDue).length,
    })),
  };
}

/** Draw the panel into `el`, and again after each change; returns what ends it. */
export async function mountProgress(el, { store, banks }) {
  const panel = new ProgressPanel(el, store, banks);
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

  constructor(el, store, banks) {
    this.store = store;
    this.banks = banks;
    el.classList.add("certlab");
    el.lang = spoken();
    const note = store.refused
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

  #paint(sums) {
    const now = focusedAround(this.#place);
    const key = now && this.#place.contains(now) ? now.dataset.key : null;
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
    if (key) this.#focus(key);
  }

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

  async #ask(asking) {
    this.#asking = asking;
    this.#say("");
    await this.refresh();
    this.#focus(asking ? "asks" : "reset");
  }

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

  #say(words, problems = []) {
    this.#status.textContent = words;
    const more = problems.length - LISTED;
    const listed =
      more > 1
        ? [...problems.slice(0, LISTED), tn("And {n} more.", "And {n} more.", more)]
        : problems;
    this.#problems.replaceChildren(...listed.map((one) => node("li", {}, one)));
  }

  #focus(key) {
    this.#place.querySelector(`[data-key="${key}"]`)?.focus();
  }
}

function drawSums({ today, answers, right, due, next, modules }, refused, here) {
  const says = answers
    ? t("{answers}, {right} right", { answers: answerCount(answers), right })
    : t("Nothing is recorded.");
  return [
    node("p", { class: "cl-score", tabindex: "-1", "data-key": "sum" }, says),
    answers
      ? drawRows([
          [t("Due today"), due ? itemCount(due) : t("Nothing")],
          [
            t("Next due"),
            next
              ? t("{items} {when}", {
                  items: itemCount(next.items),
                  when: dueWords(next.day, today),
                })
              : null,
          ],
        ])
      : !refused &&
        node(
          "p",
          { class: "cl-small cl-muted" },
          here
            ? t("Your answers on this site are kept in this browser. Nothing is sent anywhere.")
            : t("Your answers are kept in the file history.jsonl of your folder."),
        ),
    modules.length ? drawModules(modules) : null,
  ].filter(Boolean);
}

function drawModules(modules) {
  return node(
    "table",
    { class: "cl-table cl-small" },
    node(
      "caption",
      { class: "cl-muted" },
      t("An item is known when its last answer was right and it is not due today."),
    ),
    node(
      "thead",
      {},
      node(
        "tr",
        {},
        [t("Module"), t("Known"), t("Due today")].map((word) => node("th", { scope: "col" }, word)),
      ),
    ),
    node(
      "tbody",
      {},
      modules.map(({ title, items, known, due }) =>
        node(
          "tr",
          {},
          node("th", { scope: "row" }, title),
          node("td", {}, t("{n} of {count}", { n: known, count: items })),
          node("td", {}, String(due)),
        ),
      ),
    ),
  );
}

function ofDeck(name) {
  return t(
    "{file}: this site cannot import a deck of your own; install certlab and run certlab import {file} --mine.",
    { file: name },
  );
}

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

function answerCount(count) {
  return tn("{n} answer", "{n} answers", count);
}

function itemCount(count) {
  return tn("{n} item", "{n} items", count);
}

function pushButton(key, words, onclick, style) {
  return node("button", { type: "button", class: style, "data-key": key, onclick }, words);
}

function download(text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  node("a", { href: address, download: HISTORY_FILE }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // a browser may ask where to first
}
