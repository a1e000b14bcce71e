// @ts-check
/**
 * How much of each domain is known, where no Python estimates a score: questions by memory alone.
 *
 * @import { Plan } from "../../../app/static/exam/exams.d.ts"
 * @import { Standing } from "../standing.js"
 * @typedef {{ domain: number, name: string, known: number, items: number }} KnownDomain
 */

import { node } from "../../../app/static/dom.js";
import { countItems } from "../../../app/static/memory/counts.js";
import { t } from "../../../app/static/words.js";

/**
 * Of each domain how many of its practice questions are known; `now` in milliseconds since 1970.
 *
 * @param {Plan | undefined} plan of the exam
 * @param {Standing} standing
 * @param {number} now
 * @returns {KnownDomain[]}
 */
export function domainsKnown(plan, standing, now) {
  return (plan?.fields ?? []).map(({ domain, name, pools }) => {
    const asked = pools.flatMap(({ candidates }) => candidates.map(({ item }) => item));
    const items = [...new Set(asked)].filter((id) => standing.course.items.has(id));
    const { known } = countItems(standing.memories, items, now);
    return { domain, name, known, items: items.length };
  });
}

/** @param {KnownDomain[]} domains */
export function drawKnownDomains(domains) {
  return node(
    "ul",
    { class: "cl-standing cl-small" },
    domains.map(({ domain, name, known, items }) =>
      node(
        "li",
        {},
        node("span", {}, `${domain} ${name}`),
        items
          ? node("progress", { value: String(known), max: String(items), "aria-hidden": "true" })
          : node("span", {}),
        items
          ? node("span", {}, t("{n} of {count} known", { n: known, count: items }))
          : node("span", { class: "cl-muted" }, t("no questions yet")),
      ),
    ),
  );
}
