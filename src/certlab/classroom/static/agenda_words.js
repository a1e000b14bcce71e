// @ts-check
/**
 * What an agenda says, to the instructor and to learners: times, kinds of steps, where they lead.
 *
 * @import { Agenda, AgendaStep, Gate } from "./classes.d.ts"
 */

import { spoken, t } from "../../app/static/words.js";

/** @type {Record<AgendaStep["kind"], () => string>} */
const KINDS = {
  read: () => t("Read"),
  lab: () => t("Lab"),
  poll: () => t("Poll"),
  talk: () => t("Talk"),
  pause: () => t("Break"),
};

/** @param {AgendaStep["kind"]} kind */
export const kindWords = (kind) => KINDS[kind]();

/**
 * The steps of all days, in order.
 *
 * @param {Agenda | null} agenda
 */
export const stepsOf = (agenda) => (agenda?.days ?? []).flatMap(({ steps }) => steps);

/**
 * How long after the day's beginning a step comes, as "1:05".
 *
 * @param {{ minutes: number }[]} steps
 * @param {number} index
 */
export function sinceBegin(steps, index) {
  const sum = steps.slice(0, index).reduce((all, one) => all + one.minutes, 0);
  return `${Math.floor(sum / 60)}:${String(sum % 60).padStart(2, "0")}`;
}

/**
 * The time of day here, "" for what is no time.
 *
 * @param {string} at
 */
export function clock(at) {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return "";
  return time.toLocaleTimeString(spoken(), { hour: "2-digit", minute: "2-digit" });
}

/**
 * The same, with the day where it is another than today.
 *
 * @param {string} at
 */
export function clockOrDay(at) {
  const time = new Date(at);
  if (clock(at) === "" || time.toDateString() === new Date().toDateString()) return clock(at);
  const day = time.toLocaleDateString(spoken(), { day: "numeric", month: "short" });
  return `${day}, ${clock(at)}`;
}

/**
 * Where a step can send a class: to each heading of its lab, to the lab, or to its page.
 *
 * @param {Pick<AgendaStep, "lab" | "lab_title" | "parts" | "page" | "page_title" | "sections">} step
 * @returns {Gate[]}
 */
export function gatesOf({ lab, lab_title: title, parts, page, page_title: over, sections }) {
  if (lab)
    return parts.length
      ? parts.map((step) => ({ lab, step, page: "", text: "" }))
      : [{ lab, step: "", page: "", text: title }];
  if (!page) return [];
  const [first] = sections;
  const address = first ? `${page}#${first.anchor}` : page;
  return [{ lab: "", step: "", page: address, text: first?.title ?? over }];
}
