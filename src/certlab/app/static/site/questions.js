// @ts-check
/**
 * Questions and cards on a page: of a module, of one page of it, or after a section.
 *
 * @import { PathExam } from "../../../day/static/course_files.d.ts"
 * @import { Kind } from "../grading/keys.d.ts"
 * @import { Bank } from "../question/items.d.ts"
 * @import { Row } from "../store/rows.d.ts"
 * @import { Store } from "../store/store.js"
 * @import { OwnExam } from "./own_exam.js"
 */

import { linkButton } from "../clipboard.js";
import { cardFace } from "../deck/card_face.js";
import { quizFace } from "../deck/quiz_face.js";
import { mountStored } from "../deck/stored.js";
import { node } from "../dom.js";
import { focusFirst } from "../keys.js";
import { t } from "../words.js";
import { bankPart, json, PAGES, ROOT, SURFACE } from "./assets.js";
import { labelled, ofExam } from "./exam_first.js";
import { linkOf } from "./linked.js";
import { ownExam, ownScope } from "./own_exam.js";
import { mountCheck } from "./section_check.js";

/** @type {Kind[]} */
export const GRADED = ["single", "multi", "numeric", "order", "match", "cloze", "command"];

/**
 * Draw a quiz over the graded questions of an element's bank.
 *
 * @param {HTMLElement} el
 * @param {Store} store
 */
export async function mountQuiz(el, store) {
  await mountStored({ model: await traits(el, store, GRADED), el, store }, quizFace);
  if (el.dataset.bank) {
    el.append(offerDrill(el) ?? "");
    return; // a page to read, not one of questions
  }
  const links = await linkOf();
  const link = await links?.linkedDrill();
  if (links && link) el.before(links.drawLinked(link, GRADED));
  focusFirst(el);
}

/**
 * Draw the cards of an element's bank.
 *
 * @param {HTMLElement} el
 * @param {Store} store
 */
export async function mountCards(el, store) {
  await mountStored({ model: await traits(el, store, ["card"]), el, store }, cardFace);
}

/**
 * The outlines of banks, of which `partsOf` fetches what is asked.
 *
 * @param {string | undefined} module
 * @param {string | undefined} lang
 * @returns {Promise<Bank[]>}
 */
async function banksOf(module, lang) {
  return module ? [await bankPart(module, "outline", lang)] : json("outlines");
}

/**
 * What fetches a part of a bank, labelled for the learner's exam.
 *
 * @param {string | undefined} lang
 * @param {OwnExam | PathExam | null} exam
 */
function partsOf(lang, exam) {
  return async (/** @type {string} */ module, /** @type {number} */ part) =>
    labelled(await bankPart(module, part, lang), exam);
}

/**
 * What a bank asks about the sections of one page.
 *
 * @param {Bank} bank
 * @param {string} page
 */
function onPage(bank, page) {
  return { ...bank, items: bank.items.filter(({ feedback }) => feedback.section?.page === page) };
}

/**
 * The traits a widget of the lab would have, from an element's attributes.
 *
 * @param {HTMLElement} el
 * @param {Store} store
 * @param {Kind[]} kinds
 */
async function traits(el, store, kinds) {
  const { bank, count, title, lang, page } = el.dataset;
  const links = bank ? null : await linkOf();
  const named = await links?.linkedDrill();
  const link = named && links?.countOf(named, kinds) ? named : null;
  const exam = link?.exam ?? (await ownExam(store));
  const all = (await banksOf(bank, lang)).map((one) => (page ? onPage(one, page) : one));
  const banks = (link?.banks ?? ofExam(all, exam, kinds)).map((one) => labelled(one, exam));
  /** @type {Record<string, unknown>} */
  const values = {
    title: link?.title || (!bank && exam?.code) || title || "",
    pages: PAGES(lang),
    surface: SURFACE,
    kinds,
    count: Number(count ?? 10),
    banks,
    part: partsOf(lang, exam),
    items: (await links?.itemsOf(link, store)) ?? null,
    scope: () => ownScope(store),
  };
  return { get: (/** @type {string} */ name) => values[name] };
}

/** @type {Promise<Row[]> | null} */
let answers = null; // promise of all answers, until there are more

/**
 * The question after a section.
 *
 * @param {HTMLDetailsElement} el
 * @param {Store} store
 */
export async function checkSection(el, store) {
  const { bank: module, lang } = el.dataset;
  answers ??= store.all();
  const [[bank], exam] = await Promise.all([banksOf(module, lang), ownExam(store)]);
  const rows = (await answers) ?? [];
  const scope = () => ownScope(store);
  const part = partsOf(lang, exam);
  const given = { title: bank.title, pages: PAGES(lang), surface: SURFACE, scope };
  await mountCheck(el, { bank, part, rows, store, given });
}

/**
 * A link to the drill of a module, below its questions, where others can reach this address.
 *
 * @param {HTMLElement} el
 */
function offerDrill({ dataset }) {
  if (SURFACE !== "site" || dataset.lang || dataset.page) return null;
  return node(
    "p",
    { class: "cl-send" },
    linkButton(`${ROOT}?drill=${dataset.bank}`, t("Copy a link to these questions")),
  );
}

/** There are more answers than were read. */
export function forgetAnswers() {
  answers = null;
}
