// @ts-check
/**
 * The search of the pages: a field, and below it what is found while one types.
 *
 * @import { Asked, Hit, Passage, SearchGiven, Shelf } from "./rows.d.ts"
 */

import { node } from "../dom.js";
import { spoken, t, tn } from "../words.js";
import { LONGEST } from "./asked.js";
import { best, Index } from "./found.js";
import { bestSentence, marked } from "./sentence.js";
import { setSlash, slashOpens } from "./slash_key.js";

/** @type {Record<Hit["kind"], () => string>} */
const KINDS = {
  section: () => "",
  term: () => t("Glossary"),
  fact: () => t("Facts"),
  lab: () => t("Lab"),
  item: () => t("Question"),
  exam: () => t("Exam"),
};
const MOST = 10; // results that are shown
const MANY = 60; // results whose categories are offered
/** @type {Promise<Index[]> | null} */
let index = null; // of this page, made when it is first wanted
/** @type {Map<string, Promise<Shelf>>} */
const shelves = new Map(); // by file, the promise of its passages

/** @param {SearchGiven["fetchSearched"]} fetchSearched */
function ready(fetchSearched) {
  index ??= load(fetchSearched).catch((error) => {
    index = null; // the next try fetches it again
    throw error;
  });
  return index;
}

/** @param {SearchGiven["fetchSearched"]} fetchSearched */
async function load(fetchSearched) {
  const own = spoken().replace("-", "_");
  const parts = own === "en" ? [] : [await fetchSearched(own).catch(() => null)];
  return [...parts.filter(Boolean), await fetchSearched("en")].map((one) => new Index(one));
}

/**
 * A hit in words.
 *
 * @param {Hit} hit
 * @param {SearchGiven["fetchSearched"]} fetchSearched
 * @returns {Promise<Passage>}
 */
async function inWords(hit, fetchSearched) {
  const { file, place, worth } = hit;
  const shelf = shelves.get(file) ?? fetchSearched(file);
  shelves.set(file, shelf);
  try {
    const [anchor, title, ...sentences] = (await shelf)[place];
    return { ...hit, anchor, title, says: sentences[bestSentence(sentences, worth)] ?? "" };
  } catch (error) {
    shelves.delete(file); // the next search asks again
    throw error;
  }
}

/**
 * What was found for a question, or why nothing was.
 *
 * @param {string} question
 * @param {string} category the title of the one to look in, "" for all
 * @param {SearchGiven["fetchSearched"]} fetchSearched
 * @returns {Promise<{ found: Passage[], says: string, categories: string[] }>}
 */
async function answers(question, category, fetchSearched) {
  /** @param {string} says */
  const nothing = (says) => ({ found: [], says, categories: [] });
  if (question.length > LONGEST) {
    const n = question.length.toLocaleString("en");
    const most = LONGEST;
    return nothing(t("The question has {n} characters; ask in {most} at most.", { n, most }));
  }
  const indexes = await ready(fetchSearched);
  const asked = indexes.map(({ vocabulary }) => vocabulary.asked(question));
  if (!asked.flat().length)
    return nothing(t("The question names nothing to look for; say what it is about."));
  const hits = best(indexes, question, MANY);
  const categories = indexes[0].categories
    .filter(([, ...modules]) => hits.some(({ module }) => modules.includes(module)))
    .map(([title]) => title);
  const [, ...modules] = indexes[0].categories.find(([title]) => title === category) ?? [""];
  const shown = category ? best(indexes, question, MOST, modules) : hits.slice(0, MOST);
  const found = await Promise.all(shown.map((hit) => inWords(hit, fetchSearched)));
  const says = found.length
    ? tn("{n} result", "{n} results", found.length)
    : t("Nothing was found for {words}. Try one word of it, or a shorter one.", {
        words: question,
      });
  return { found, says: [says, misread(asked)].filter(Boolean).join(" · "), categories };
}

/**
 * What of the question was taken for something else, or for nothing.
 *
 * @param {Asked[][]} asked by language
 */
function misread(asked) {
  const known = new Set(asked.flat().flatMap(({ near, word }) => (near ? [] : [word])));
  const odd = asked.flat().filter(({ word }) => !known.has(word));
  const unknown = [...new Set(odd.filter(({ meant }) => !meant).map(({ word }) => word))];
  const words = unknown.join(", ");
  return words && t("Nothing in the course is called {words}.", { words });
}

/**
 * The field with its results, in a place that the caller gives.
 *
 * @param {SearchGiven & { typed?: string }} given what to begin with is `typed`
 */
export function drawSearch({ root, fetchSearched, typed = "" }) {
  const input = /** @type {HTMLInputElement} */ (
    node("input", {
      type: "search",
      value: typed,
      placeholder: t("Ask, or look for a word"),
      "aria-label": t("Search the course"),
      autocomplete: "off",
      spellcheck: "false",
      "data-key": "search",
    })
  );
  const list = node("ol", { class: "cl-search-list" });
  const status = node("p", { class: "cl-search-says", role: "status" });
  const select = /** @type {HTMLSelectElement} */ (
    node("select", { "aria-label": t("Category"), hidden: true })
  );
  let asked = 0;

  async function find() {
    const turn = ++asked;
    const question = input.value.trim();
    /** @type {Awaited<ReturnType<typeof answers>>} */
    let got = { found: [], says: "", categories: [] };
    if (question) {
      try {
        got = await answers(question, select.value, fetchSearched);
      } catch {
        got.says = t("The search could not be loaded; reload the page to try again.");
      }
    }
    if (turn !== asked) return; // more was typed meanwhile
    list.replaceChildren(...got.found.map((passage) => result(root, passage)));
    status.textContent = got.says;
    offer(select, got.categories);
  }

  const box = node(
    "div",
    {},
    node("div", { class: "cl-search-field" }, glass(), input),
    node("div", { class: "cl-search-bar" }, status, select),
    list,
  );
  input.addEventListener("input", find);
  select.addEventListener("change", find);
  box.addEventListener("keydown", (event) => moved(event, input, list));
  if (typed) find();
  return { box, input };
}

/**
 * The categories to choose from, where there are several; the chosen one stays.
 *
 * @param {HTMLSelectElement} select
 * @param {string[]} categories their titles
 */
function offer(select, categories) {
  const chosen = select.value;
  const all = node("option", { value: "" }, t("All categories"));
  const each = categories.map((title) => node("option", { value: title }, title));
  select.replaceChildren(all, ...each);
  select.value = categories.includes(chosen) ? chosen : "";
  select.hidden = categories.length < 2 && !select.value;
}

/**
 * Move between the field and the results by the keys.
 *
 * @param {KeyboardEvent} event
 * @param {HTMLInputElement} input
 * @param {HTMLElement} list
 */
function moved(event, input, list) {
  const { key, target } = event;
  if (event.isComposing || target instanceof HTMLSelectElement) return;
  const all = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("a")]);
  const at = all.indexOf(/** @type {any} */ (document.activeElement));
  if (key === "Enter" && document.activeElement === input) all[0]?.click();
  else if (key === "ArrowDown") (all[at + 1] ?? all[at] ?? input).focus();
  else if (key === "ArrowUp") (at > 0 ? all[at - 1] : input).focus();
  else return;
  event.preventDefault();
}

/** A magnifying glass, as the bar has it. */
function glass() {
  const svg = document.querySelector(".find svg")?.cloneNode(true);
  return svg ?? "";
}

/**
 * @param {URL | string} root
 * @param {Passage} passage
 */
function result(root, { page, anchor, title, says, label, kind, worth }) {
  const where = [KINDS[kind](), label].filter(Boolean).join(" · ");
  const href = `${root}${page}${anchor ? `#${anchor}` : ""}`;
  const lang = page.startsWith(`${spoken().replace("-", "_")}/`) ? null : "en";
  const terms = [...worth.keys()].filter((word) => !word.startsWith("="));
  return node(
    "li",
    {},
    node(
      "a",
      { href, lang: spoken() === "en" ? null : lang },
      node(
        "span",
        { class: "cl-search-what" },
        node("strong", {}, marked(title, terms)),
        where && node("span", {}, where),
      ),
      node("span", { class: "cl-search-lead" }, marked(says, terms)),
    ),
  );
}

/**
 * The search over the page: opened by the key / or the field in the bar, closed by Escape.
 *
 * @param {SearchGiven} given
 */
export function openSearch(given) {
  const there = /** @type {HTMLDialogElement | null} */ (
    document.querySelector("dialog.cl-search-over")
  );
  if (there) {
    there.showModal();
    there.querySelector("input")?.select();
    return;
  }
  const { box, input } = drawSearch(given);
  const slash = node("input", {
    type: "checkbox",
    checked: slashOpens(),
    onchange: ({ target }) => setSlash(target.checked),
  });
  const close = node(
    "button",
    { type: "button", class: "cl-quiet", onclick: () => dialog.close() },
    t("Close"),
  );
  const dialog = /** @type {HTMLDialogElement} */ (
    node(
      "dialog",
      { class: "cl-search cl-search-over", "aria-label": t("Search") },
      box,
      node(
        "div",
        { class: "cl-search-foot" },
        node("label", {}, slash, t("The key / opens the search")),
        close,
      ),
    )
  );
  dialog.addEventListener("click", (event) => {
    const { target } = event;
    // Beside the dialog, or on a section of this very page.
    if (target === dialog || (target instanceof Element && target.closest("a"))) dialog.close();
  });
  document.body.append(node("div", { class: "certlab" }, dialog));
  dialog.showModal();
  input.focus();
}
