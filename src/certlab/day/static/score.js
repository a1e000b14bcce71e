// @ts-check
/**
 * The expected score with its interval, with the plan first, by domain too; and folded what becomes of it
 * if nothing more is studied, with the chance to pass at cuts that nobody publishes.
 *
 * @import { Child } from "../../app/static/elements.d.ts"
 * @import { Expected, Outlook, ShownGoal, Standing } from "./days.d.ts"
 */

import { shortDay } from "../../app/static/dates.js";
import { node } from "../../app/static/dom.js";
import { spanWords } from "../../app/static/exam/mocks.js";
import { drawScale, drawWhisker } from "../../app/static/exam/plots.js";
import { t, tn } from "../../app/static/words.js";

const CUT_STEPS = [60, 65, 70, 75, 80];

/**
 * `outlook` is { covers, lacks, plan, now, then, curve, answers, fresh, domains }. `covers` is a sentence, and `lacks` one where
 * no answer can bring a score. `plan`, `now` and `then` are
 * { mean, low, high } or null; a domain is { domain, name, weight, missing, bare, covered, objectives } and, where enough is known,
 * share, low, high.
 *
 * @param {Outlook} outlook
 * @param {ShownGoal} goal
 */
export function drawOutlook(outlook, goal) {
  const { covers, lacks, plan, now, then, curve, answers, domains, fresh } = outlook;
  const day = shortDay(goal.day);
  return node(
    "section",
    { class: "cl-outlook" },
    node("h2", { class: "cl-heading" }, t("What to expect")),
    node("h3", { class: "cl-heading" }, t("Expected score, with 80 % interval")),
    node("p", { class: "cl-small cl-muted" }, covers),
    plan ? drawScore(t("On {day}, with this plan", { day }), plan, true) : null,
    now ? drawScore(t("If it were today"), now, true) : null,
    plan || now ? drawScale() : null,
    now || then ? null : drawLacking(lacks, domains, fresh),
    then
      ? drawFold(
          "unstudied",
          t("If you study nothing more"),
          drawScore(t("On {day}", { day }), then, true),
          drawScale(),
          drawCuts(curve, t("Chance to pass on {day}", { day })),
        )
      : drawCuts(curve, t("Chance to pass on {day}", { day })),
    drawDomains(domains, now || then),
    node(
      "p",
      { class: "cl-small cl-muted" },
      t("NVIDIA publishes no pass mark."),
      " ",
      answers
        ? tn("An estimate from {n} first answer.", "An estimate from {n} first answers.", answers)
        : null,
    ),
  );
}

/**
 * @param {string} key
 * @param {string} title
 * @param {Child[]} parts
 */
function drawFold(key, title, ...parts) {
  return node(
    "details",
    { class: "cl-small" },
    node("summary", { "data-key": key }, title),
    ...parts,
  );
}

/**
 * Why there is no figure for the whole, and what would bring one.
 *
 * @param {string} lacks
 * @param {Standing[]} domains
 * @param {number} fresh
 */
function drawLacking(lacks, domains, fresh) {
  if (lacks) return node("p", { class: "cl-small" }, lacks);
  const [bare, short] = [true, false].map((which) =>
    domains.filter((one) => one.missing && one.bare === which),
  );
  /** @param {Standing[]} some */
  const list = (some) => some.map(({ domain }) => domain).join(", ");
  return node(
    "p",
    { class: "cl-small" },
    node("strong", {}, t("Not enough data for a score today.")),
    " ",
    short.length ? t("Each domain needs {fresh} first answers.", { fresh }) : null,
    " ",
    bare.length
      ? tn(
          "The course has too few questions yet for domain {list}.",
          "The course has too few questions yet for domains {list}.",
          bare.length,
          { list: list(bare) },
        )
      : null,
  );
}

/**
 * @param {string} words
 * @param {Expected} expected
 * @param {boolean} strong
 */
function drawScore(words, { mean, low, high }, strong) {
  return node(
    "div",
    { class: "cl-expected" },
    node("span", { class: "cl-small" }, words),
    node(
      "span",
      { class: "cl-small" },
      node("strong", {}, String(Math.round(100 * mean))),
      ` ${spanWords(low, high)}`,
    ),
    drawWhisker({ share: mean, low, high, strong, height: 24 }),
  );
}

/**
 * Nothing while each chance rounds to nothing: a row of zeros helps nobody.
 *
 * @param {Outlook["curve"]} curve
 * @param {string} says
 */
function drawCuts(curve, says) {
  const steps = curve.filter(([cut]) => CUT_STEPS.includes(cut));
  if (steps.every(([, chance]) => Math.round(100 * chance) === 0)) return null;
  return node(
    "table",
    { class: "cl-figures" },
    node(
      "thead",
      {},
      node(
        "tr",
        {},
        node("th", { scope: "row" }, t("If the pass mark is")),
        steps.map(([cut]) => node("td", {}, `${cut} %`)),
      ),
    ),
    node(
      "tbody",
      {},
      node(
        "tr",
        {},
        node("th", { scope: "row" }, says),
        steps.map(([, chance]) => node("td", {}, `${Math.round(100 * chance)} %`)),
      ),
    ),
  );
}

/**
 * A row for each domain; folded where the whole is known.
 *
 * @param {Standing[]} domains
 * @param {unknown} folded whether they are
 */
function drawDomains(domains, folded) {
  const rows = [
    node("ul", { class: "cl-standing cl-small" }, domains.map(drawStanding)),
    domains.some(({ share }) => share !== undefined) ? drawScale() : null,
  ];
  return folded ? drawFold("domains", t("By domain"), rows) : rows;
}

/** @param {Standing} standing */
function drawStanding({ domain, name, missing, bare, covered, objectives, share, low, high }) {
  const known = share !== undefined && low !== undefined && high !== undefined;
  const lacks = bare
    ? t("too few questions yet")
    : tn("{n} more answer needed", "{n} more answers needed", missing);
  return node(
    "li",
    {},
    node(
      "span",
      {},
      `${domain} ${name} · `,
      node(
        "span",
        { class: "cl-muted" },
        t("{n} of {count} objectives covered", { n: covered, count: objectives }),
      ),
    ),
    known
      ? node(
          "span",
          {},
          node("strong", {}, String(Math.round(100 * share))),
          ` ${spanWords(low, high)}`,
        )
      : node("span", { class: "cl-muted" }, lacks),
    known ? drawWhisker({ share, low, high, strong: false, height: 16 }) : null,
  );
}
