// @ts-check
/**
 * The search of the pages: a field, and below it what is found while one types.
 *
 * @import { Hit, SearchGiven, Sentences } from "./rows.d.ts"
 */

import { node } from "../dom.js";
import { spoken, t, tn } from "../words.js";
import { Found, wordsOf } from "./found.js";
import { bestSentence, marked } from "./sentence.js";
import { setSlash, slashOpens } from "./slash_key.js";

/** @type {Record<Hit["kind"], () => string>} */
const KINDS = {
  section: () => "",
  term: () => t("Glossary"),
  fact: () => t("Facts"),
  lab: () => t("Lab"),
  exam: () => t("Exam"),
};
/** @type {Promise<Found> | null} */
let index = null; // of this page, made when it is first wanted

/** @param {(name: string) => Promise<any>} fetchSearched */
function ready(fetchSearched) {
  index ??= load(fetchSearched).catch((error) => {
    index = null; // the next try fetches it again
    throw error;
  });
  return index;
}

/** @param {(name: string) => Promise<any>} fetchSearched */
async function load(fetchSearched) {
  const own = spoken().replace("-", "_");
  const parts = own === "en" ? [] : [await fetchSearched(own).catch(() => null)];
  return new Found([...parts.filter(Boolean), await fetchSearched("en")]);
}

/**
 * The field with its results, in a place that the caller gives.
 *
 * @param {{ root: URL | string, fetchSearched: (name: string) => Promise<any>, typed?: string }} given
 *   `root` is the address of the front page, and `typed` what to begin with
 */
export function drawSearch({ root, fetchSearched, typed = "" }) {
  const input = /** @type {HTMLInputElement} */ (
    node("input", {
      type: "search",
      value: typed,
      placeholder: t("Section, term, fact or lab"),
      "aria-label": t("Search the course"),
      autocomplete: "off",
      spellcheck: "false",
      "data-key": "search",
    })
  );
  const list = node("ol", { class: "cl-search-list" });
  const status = node("p", { class: "cl-search-says", role: "status" });
  const links = () => /** @type {HTMLElement[]} */ ([...list.querySelectorAll("a")]);
  let asked = 0;

  async function find() {
    const turn = ++asked;
    const words = input.value.trim();
    /** @type {Hit[]} */
    let found = [];
    let says = "";
    if (words) {
      try {
        found = (await ready(fetchSearched)).of(words);
        says = found.length
          ? tn("{n} result", "{n} results", found.length)
          : t("Nothing was found for {words}. Try one word of it, or a shorter one.", { words });
      } catch {
        says = t("The search could not be loaded; reload the page to try again.");
      }
    }
    if (turn !== asked) return; // more was typed meanwhile
    list.replaceChildren(...found.map((hit) => result(root, hit, fetchSearched)));
    status.textContent = says;
  }

  const box = node(
    "div",
    {},
    node("div", { class: "cl-search-field" }, glass(), input),
    status,
    list,
  );
  input.addEventListener("input", find);
  box.addEventListener("keydown", (event) => {
    const { key } = event;
    if (event.isComposing) return;
    const all = links();
    const at = all.indexOf(/** @type {any} */ (document.activeElement));
    if (key === "Enter" && document.activeElement === input) all[0]?.click();
    else if (key === "ArrowDown") (all[at + 1] ?? all[at] ?? input).focus();
    else if (key === "ArrowUp") (at > 0 ? all[at - 1] : input).focus();
    else return;
    event.preventDefault();
  });
  if (typed) find();
  return { box, input };
}

/** A magnifying glass, as the bar has it. */
function glass() {
  const svg = document.querySelector(".find svg")?.cloneNode(true);
  return svg ?? "";
}

/** @type {Map<string, Promise<Sentences>>} */
const pages = new Map(); // by the page's path, the promise of what it says

/**
 * The sentence of a section that has what was looked for, where it is another than the row's own.
 *
 * @param {Hit} hit
 * @param {(name: string) => Promise<any>} fetchSearched
 */
async function sentenceOf(hit, fetchSearched) {
  const { page, anchor, says, terms } = hit;
  const own = bestSentence([says], hit);
  if (
    hit.kind !== "section" ||
    (own && terms.every((term) => wordsOf(own.toLowerCase()).includes(term)))
  )
    return own;
  const name = page.replace(/\.html$/, "");
  if (!pages.has(name)) pages.set(name, fetchSearched(name));
  try {
    return bestSentence((await pages.get(name))?.[anchor] ?? [], hit);
  } catch {
    pages.delete(name); // the next search asks again; the row has a sentence of its own
    return own;
  }
}

/**
 * @param {URL | string} root
 * @param {Hit} hit
 * @param {(name: string) => Promise<any>} fetchSearched
 */
function result(root, hit, fetchSearched) {
  const { page, anchor, title, says, label, kind, terms } = hit;
  const where = [KINDS[kind](), label].filter(Boolean).join(" · ");
  const href = `${root}${page}${anchor ? `#${anchor}` : ""}`;
  const lang = page.startsWith(`${spoken().replace("-", "_")}/`) ? null : "en";
  const lead = node("span", { class: "cl-search-lead" }, marked(says, terms));
  sentenceOf(hit, fetchSearched).then((sentence) => {
    if (sentence) lead.replaceChildren(...marked(sentence, terms));
  });
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
      lead,
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
