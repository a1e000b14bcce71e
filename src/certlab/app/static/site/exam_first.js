// @ts-check
/**
 * What a page shows once the learner has chosen an exam: what is of that exam comes first.
 *
 * An exam is { exam, code, modules }, a row of banks/paths.json; null where none is chosen.
 *
 * @import { PathExam } from "../../../day/static/course_files.d.ts"
 * @import { Bank, BankItem } from "../question/items.d.ts"
 */

import { node } from "../dom.js";
import { t, tn } from "../words.js";

/**
 * A bank whose items are labelled by the exam's own objectives; "" for an item of none.
 *
 * @param {Bank} bank
 * @param {{ exam: string } | null | undefined} exam
 * @returns {Bank}
 */
export function labelled(bank, exam) {
  if (!exam) return bank;
  const label = (/** @type {BankItem} */ { show, exams }) => ({
    ...show,
    label: exams[exam.exam] ?? "",
  });
  return { ...bank, items: bank.items.map((one) => ({ ...one, show: label(one) })) };
}

/**
 * The items of each bank, or of the listing, that are of the exam; all of them where none of these kinds is.
 *
 * @template {{ items: { kind: string, exams: string[] | Record<string, string> }[] }} B
 * @param {B[]} banks
 * @param {{ exam: string } | null} exam
 * @param {string[] | null} [kinds] any, where they are left out
 */
export function ofExam(banks, exam, kinds = null) {
  if (!exam) return banks;
  const serves = (/** @type {B["items"][number]} */ { exams }) =>
    Array.isArray(exams) ? exams.includes(exam.exam) : exam.exam in exams;
  const own = banks
    .map((bank) => ({ ...bank, items: bank.items.filter(serves) }))
    .filter(({ items }) => items.length);
  const wanted = (/** @type {{ kind: string }} */ { kind }) => !kinds || kinds.includes(kind);
  return own.some(({ items }) => items.some(wanted)) ? own : banks;
}

/**
 * "in 23 days", by the days that are left until an exam.
 *
 * @param {number} left
 */
export function daysWords(left) {
  if (left < 0) return t("day passed");
  return left === 0 ? t("today") : tn("in {n} day", "in {n} days", left);
}

/** @type {WeakMap<Element, HTMLElement[]>} */
const CAME = new WeakMap(); // what stood in a list as the page came: rows, below the titles of their groups

/**
 * A list's rows, which name their module, in the order of the exam's path, and folded the rest;
 * without an exam all of them in their groups.
 *
 * @param {HTMLElement} list
 * @param {PathExam | null} exam
 */
export function arrange(list, exam) {
  const all = CAME.get(list) ?? /** @type {HTMLElement[]} */ ([...list.children]);
  CAME.set(list, all);
  if (!exam?.modules.length) {
    list.replaceChildren(...all); // nothing is chosen, or the course has nothing of it yet
    return;
  }
  const rows = all.filter((one) => one.matches("[data-module]"));
  const place = (/** @type {HTMLElement} */ { dataset }) =>
    exam.modules.indexOf(dataset.module ?? "");
  const own = rows.filter((row) => place(row) >= 0);
  own.sort((one, other) => place(one) - place(other));
  const rest = rows.filter((row) => !own.includes(row));
  list.replaceChildren(...own, ...(rest.length ? [folded(list, rest)] : []));
}

/**
 * @param {HTMLElement} list
 * @param {HTMLElement[]} rest
 */
function folded(list, rest) {
  const items = list.matches("ul");
  const open = rest.some((row) => row.querySelector("[aria-current]"));
  const fold = node(
    "details",
    { class: "others", open },
    node("summary", {}, t("For other exams: {n}", { n: rest.length })),
    node(items ? "ul" : "div", {}, rest),
  );
  return items ? node("li", {}, fold) : fold;
}

/**
 * Of a line that names objectives by exam those of the exam, and folded below it all of them.
 *
 * @param {HTMLElement} line
 * @param {PathExam} exam
 */
export function showOwn(line, exam) {
  const named = [...line.querySelectorAll("[data-exam]")];
  const own = named.find((one) => one.dataset.exam === exam.exam);
  if (!named.length || (own && named.length === 1)) return;
  const range = document.createRange();
  range.setStartBefore(named[0]);
  range.setEndAfter(named[named.length - 1]);
  const all = range.extractContents();
  const none = t("nothing that {code} asks about", exam);
  range.insertNode(own ? own.cloneNode(true) : document.createTextNode(none));
  line.after(
    node(
      "details",
      { class: "over others" },
      node("summary", {}, t("All exams")),
      node("p", {}, all),
    ),
  );
}

/**
 * The links at the end of a page, by the list of modules as it stands now.
 *
 * @param {HTMLElement} pager
 */
export function leadOn(pager) {
  const links = [
    .../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("#listed a")),
  ];
  const at = links.findIndex((link) => link.getAttribute("aria-current") === "page");
  /**
   * @param {string} rel
   * @param {HTMLAnchorElement | undefined} one
   */
  const link = (rel, one) => {
    if (!one) return node("span");
    const side = node("span", {}, rel === "prev" ? t("Previous page") : t("Next page"));
    return node("a", { rel, href: one.href }, side, " ", one.firstChild?.textContent?.trim() ?? "");
  };
  if (at >= 0) pager.replaceChildren(link("prev", links[at - 1]), link("next", links[at + 1]));
}
