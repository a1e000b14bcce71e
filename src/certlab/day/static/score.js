// @ts-check
/**
 * Where one stands: the expected score today and on the day of the exam, each with its interval, then
 * by domain, the weakest first; and folded what becomes of it if nothing more is studied, with the
 * chance to pass at cuts that nobody publishes.
 *
 * @import { Child } from "../../app/static/elements.d.ts"
 * @import { Expected, Mock, Outlook, ShownGoal, Standing, StartModel, Way } from "./days.d.ts"
 */

import { dayOfYear, shortDay } from "../../app/static/dates.js";
import { node } from "../../app/static/dom.js";
import { spanWords } from "../../app/static/exam/mocks.js";
import { drawScale, drawWhisker } from "../../app/static/exam/plots.js";
import { t, tn } from "../../app/static/words.js";
import { drawDomains } from "./domain_rows.js";
import { minuteWords } from "./lead.js";
import { onOwnPages, workLink } from "./links.js";
import { drawWeakest } from "./map.js";
import { drawPath } from "./path.js";

const CUT_STEPS = [60, 65, 70, 75, 80];
const WEAKEST = 2;

/**
 * What stands beside the day's work. A list that no Python planned has the way to the exam there,
 * and while a plan is made there is neither.
 *
 * @param {StartModel} model
 * @returns {(Node | string)[]}
 */
export function drawStanding(model) {
  const [path, outlook, goal] = [model.get("path"), model.get("outlook"), model.get("goal")];
  if (!path && !outlook) return [];
  const parts = path
    ? drawPath(path)
    : [
        ...drawOutlook(outlook, goal),
        drawWeakest(model.get("objectives"), model.get("pages"), WEAKEST),
      ];
  return [...parts, drawMockLink(model)].filter((one) => one !== null);
}

/**
 * `outlook` is { covers, lacks, plan, now, then, curve, answers, fresh, publisher, domains }. `covers` is a sentence, and `lacks` one where
 * no answer can bring a score. `plan`, `now` and `then` are
 * { mean, low, high } or null; a domain is { domain, name, weight, missing, bare, covered, objectives } and, where enough is known,
 * share, low, high.
 *
 * @param {Outlook} outlook
 * @param {ShownGoal} goal
 */
function drawOutlook(outlook, goal) {
  const { covers, lacks, plan, now, then, curve, answers, domains, fresh, publisher } = outlook;
  const day = shortDay(goal.day);
  return [
    node("h2", { class: "cl-heading" }, t("Where you stand")),
    now || plan ? drawFigures(now, plan, dayOfYear(goal.day)) : null,
    now || plan
      ? node("p", { class: "cl-tiny cl-muted" }, [
          [
            now ? t("{span} today", { span: spanOf(now) }) : null,
            plan ? t("{span} on the day", { span: spanOf(plan) }) : null,
          ]
            .filter(Boolean)
            .join(", "),
          ": ",
          tn(
            "80 % interval, from {n} first answer.",
            "80 % interval, from {n} first answers.",
            answers,
          ),
          publisher ? ` ${t("{publisher} publishes no pass mark.", { publisher })}` : null,
        ])
      : null,
    now || then ? null : drawLacking(lacks, domains, fresh),
    node("p", { class: "cl-tiny cl-muted" }, covers),
    ...drawDomains(domains),
    then
      ? drawFold(
          "unstudied",
          t("If you study nothing more"),
          drawScore(t("On {day}", { day }), then),
          drawScale(),
          drawCuts(curve, t("Chance to pass on {day}", { day })),
        )
      : drawCuts(curve, t("Chance to pass on {day}", { day })),
  ];
}

/** @param {Expected} expected */
const spanOf = ({ low, high }) => `${Math.round(100 * low)}–${Math.round(100 * high)}`;

/**
 * "67 today → 73 on 20 Dec 2026", and both intervals on one scale; a dash for what is not known.
 *
 * @param {Expected | null} now
 * @param {Expected | null} plan
 * @param {string} day
 */
function drawFigures(now, plan, day) {
  const figure = (/** @type {Expected | null} */ one, /** @type {string} */ mark) =>
    node("strong", { class: `cl-figure ${mark}` }, one ? String(Math.round(100 * one.mean)) : "–");
  /**
   * @param {Expected} one
   * @param {boolean} strong
   */
  const whisker = ({ mean, low, high }, strong) =>
    drawWhisker({ share: mean, low, high, strong, height: 24 });
  return node(
    "div",
    { class: "cl-figures-of-score" },
    node(
      "p",
      {},
      figure(now, ""),
      node("span", { class: "cl-muted" }, ` ${t("today")}`),
      plan
        ? [
            node("span", { class: "cl-muted cl-arrow" }, " → "),
            figure(plan, "cl-is-strong"),
            node("span", { class: "cl-muted" }, ` ${t("on {day}", { day })}`),
          ]
        : null,
    ),
    now ? whisker(now, false) : null,
    plan ? whisker(plan, true) : null,
    drawScale(),
  );
}

/**
 * The ne/**
 * The next mock exam, with what the last one came to; a notebook has no page that asks it.
 *
 * @param {StartModel} model
 */
function drawMockLink(model) {
  if (!onOwnPages()) return null;
  /** @type {Mock[]} */
  const mocks = model.get("mocks");
  /** @type {Way | null} */
  const way = model.get("way");
  const over = mocks.filter(({ open }) => !open);
  const n = over.length;
  const last = over[n - 1];
  const running = mocks.some(({ open }) => open);
  const values = last && { n, percent: Math.round((100 * last.right) / Math.max(1, last.count)) };
  const minutes = way?.stations.find(({ kind }) => kind === "mock")?.minutes;
  return workLink("mock-exam.html", { class: "cl-button cl-mock-link", "data-key": "mock" }, [
    running ? t("Go on with mock exam {n}", { n: n + 1 }) : t("Mock exam {n}", { n: n + 1 }),
    minutes && !running ? ` · ${minuteWords(minutes)}` : null,
    values ? node("span", { class: "cl-muted" }, ` ${t("({n}: {percent} %)", values)}`) : null,
  ]);
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
export function drawLacking(lacks, domains, fresh) {
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
 */
function drawScore(words, { mean, low, high }) {
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
    drawWhisker({ share: mean, low, high, strong: true, height: 24 }),
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
