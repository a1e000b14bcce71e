// @ts-check
/**
 * How one stands in each domain of an exam, with a bar where enough is known.
 *
 * @import { Standing } from "./days.d.ts"
 */

import { node } from "../../app/static/dom.js";
import { spanWords } from "../../app/static/exam/mocks.js";
import { t, tn } from "../../app/static/words.js";

/**
 * The rows below a heading of their own, which stands where there is a figure.
 *
 * @param {Standing[]} domains
 */
export function drawDomains(domains) {
  const known = domains.some(({ share }) => share !== undefined);
  return [
    known ? node("h3", { class: "cl-heading" }, t("By domain, today")) : null,
    drawDomainRows(domains),
  ];
}

/**
 * A row for each domain as it is today, the weakest first; those that are not known last.
 *
 * @param {Standing[]} domains
 */
export function drawDomainRows(domains) {
  const rank = (/** @type {Standing} */ { share }) => share ?? 2;
  const known = domains.filter(({ share }) => share !== undefined);
  const weakest = known.length > 1 ? Math.min(...known.map(rank)) : -1;
  const rows = [...domains].sort((one, other) => rank(one) - rank(other));
  return node(
    "ul",
    { class: "cl-standing cl-small" },
    rows.map((one) => drawDomain(one, one.share === weakest)),
  );
}

/**
 * @param {Standing} standing
 * @param {boolean} weakest
 */
function drawDomain(standing, weakest) {
  const { domain, name, missing, bare, covered, objectives, share, low, high } = standing;
  const known = share !== undefined && low !== undefined && high !== undefined;
  const lacks = bare
    ? t("too few questions yet")
    : tn("{n} more answer needed", "{n} more answers needed", missing);
  const whole = covered === objectives;
  return node(
    "li",
    { class: weakest ? "cl-is-weakest" : null },
    node(
      "span",
      {},
      `${domain} ${name}`,
      whole
        ? null
        : node(
            "small",
            {},
            t("{n} of {count} objectives covered", { n: covered, count: objectives }),
          ),
    ),
    known
      ? node("progress", { value: String(share), max: "1", "aria-hidden": "true" })
      : node("span", {}),
    known
      ? node(
          "span",
          {},
          node("strong", {}, String(Math.round(100 * share))),
          ` ${spanWords(low, high)}`,
        )
      : node("span", { class: "cl-muted" }, lacks),
  );
}
