// @ts-check
/**
 * The drill of a link that somebody sent: some modules, an exam, or a scenario with its questions.
 *
 * @import { PathExam } from "../../../day/static/course_files.d.ts"
 * @import { Child } from "../elements.d.ts"
 * @import { Bank } from "../question/items.d.ts"
 * @import { Store } from "../store/store.js"
 * @typedef {object} LinkedDrill
 * @property {string} title whose questions they are
 * @property {Bank[]} banks [] where there is nothing that the link names
 * @property {string[] | null} items of a scenario
 * @property {PathExam | null} exam the one that is named alone
 * @property {Child} problem what cannot be asked, "" where all can
 */

import { linkButton } from "../clipboard.js";
import { node } from "../dom.js";
import { t, tn, tparts } from "../words.js";
import { json, ROOT, SURFACE } from "./assets.js";
import { banksNamed, isKept, namesIn, openItems, scenarioIn, scenariosOf } from "./deep_links.js";
import { nearNames } from "./near_names.js";

/** @type {Promise<LinkedDrill | null> | null} */
let linked = null; // promise of what the page's address asks for

/** What the page's address asks for; null where it names nothing. */
export function linkedDrill() {
  linked ??= readLink();
  return linked;
}

/** @returns {Promise<LinkedDrill | null>} */
async function readLink() {
  const [scenario] = namesIn(location.search, "scenario");
  const names = namesIn(location.search, "drill");
  if (scenario) return readScenario(scenario, await json("outlines"));
  return names.length ? readDrill(names, await json("outlines")) : null;
}

/**
 * @param {string[]} names
 * @param {Bank[]} all
 * @returns {Promise<LinkedDrill>}
 */
async function readDrill(names, all) {
  /** @type {PathExam[]} */
  const exams = (await json("paths")).exams;
  const titles = new Map([
    ...exams.map(({ exam, code }) => /** @type {const} */ ([exam, code])),
    ...all.map(({ module, title }) => /** @type {const} */ ([module, title])),
  ]);
  const known = names.filter((name) => titles.has(name));
  const unknown = names.filter((name) => !titles.has(name));
  const near = unknown.length === 1 ? await nearNames(unknown[0], [...titles.keys()]) : [];
  const name = unknown.join(", ");
  const amiss = near.length
    ? tparts("There is no module or exam {name}; did you mean {names}?", {
        name,
        names: links("drill", near),
      })
    : t("There is no module or exam {name}; the others are asked here.", { name });
  return {
    title: known.map((one) => titles.get(one)).join(", "),
    banks: banksNamed(all, known),
    items: null,
    exam: (names.length === 1 && exams.find(({ exam }) => exam === names[0])) || null,
    problem: unknown.length ? amiss : "",
  };
}

/**
 * @param {string} name
 * @param {Bank[]} all
 * @returns {Promise<LinkedDrill>}
 */
async function readScenario(name, all) {
  const found = scenarioIn(all, name);
  if (found) return { ...found, banks: all, exam: null, problem: "" };
  const nothing = { title: "", banks: [], items: null, exam: null };
  if (isKept(await json("exams"), name))
    return {
      ...nothing,
      problem: t("The scenario {name} is kept for mock exams; other questions are asked here.", {
        name,
      }),
    };
  const near = await nearNames(name, scenariosOf(all));
  const problem = near.length
    ? tparts("There is no scenario {name}; did you mean {names}?", {
        name,
        names: links("scenario", near),
      })
    : t("There is no scenario {name}; other questions are asked here.", { name });
  return { ...nothing, problem };
}

/**
 * Names that each lead to what they name, with commas between them.
 *
 * @param {string} key
 * @param {string[]} names
 * @returns {Child[]}
 */
function links(key, names) {
  return names.flatMap((name, place) => [
    place ? ", " : "",
    node("a", { href: `?${key}=${name}` }, name),
  ]);
}

/**
 * The items of a link that are to be asked: after a reload, those that were not answered before it.
 *
 * @param {LinkedDrill | null} link
 * @param {Store} store
 */
export async function itemsOf(link, store) {
  if (!link?.items) return null;
  const { opened = Date.now() } = history.state ?? {};
  history.replaceState({ ...history.state, opened }, ""); // a reload keeps it, another visit does not
  return openItems(link.items, await store.all(), opened);
}

/**
 * How many items of these kinds a link has.
 *
 * @param {LinkedDrill} link
 * @param {string[]} kinds
 */
export function countOf({ banks, items }, kinds) {
  const all = banks.flatMap((bank) => bank.items);
  return all.filter(({ item, kind }) => kinds.includes(kind) && (items?.includes(item) ?? true))
    .length;
}

/**
 * Whose questions these are, or what the link names that there is not.
 *
 * @param {LinkedDrill} link
 * @param {string[]} kinds
 */
export function drawLinked(link, kinds) {
  const { title, problem } = link;
  const n = countOf(link, kinds);
  const none = t("There is no question on {title} yet; the others are asked here.", { title });
  const says = tn("{title}: {n} question", "{title}: {n} questions", n, { title });
  const every = node("a", { href: "drill.html" }, t("Practise everything"));
  const amiss = problem || (title && !n ? none : "");
  return node(
    "div",
    { class: "certlab" },
    amiss ? node("p", { class: "cl-note", role: "alert" }, amiss) : null,
    n
      ? node("p", { class: "cl-send" }, node("strong", {}, says), every, amiss ? null : offered())
      : null,
  );
}

/** A link to the same, where others can reach this address. */
function offered() {
  return SURFACE === "site"
    ? linkButton(`${ROOT}${location.search}`, t("Copy a link to this"))
    : null;
}
