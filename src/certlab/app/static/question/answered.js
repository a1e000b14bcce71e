// @ts-check
/**
 * A question after its answer: the verdict, every reason, where it comes from, when it returns.
 *
 * @import { Child } from "../elements.d.ts"
 * @import { Answer, Feedback, Shown, ShownChoice, ShownNumeric } from "./items.d.ts"
 */

import { dueWords, shortDay } from "../dates.js";
import { drawRows, icon, node, sourceLink } from "../dom.js";
import { textIn } from "../grading/entries.js";
import { typedNumber } from "../grading/numbers.js";
import { inline } from "../text.js";
import { t } from "../words.js";
import { drawLineAfter } from "./command.js";
import { drawGapsAfter } from "./gaps.js";
import { drawPairsAfter } from "./matching.js";
import { drawMistake } from "./mistake.js";
import { drawStepsAfter } from "./ordering.js";
import { drawContext, drawGiven } from "./question.js";

/** @type {Partial<Record<Shown["kind"], (show: any, answer: Answer<any>) => Child>>} */
const AFTER = {
  // `any`: each draws the kind that it stands for
  order: drawStepsAfter,
  match: drawPairsAfter,
  cloze: drawGapsAfter,
  command: drawLineAfter,
};

/**
 * Verdict, question with its options and reasons, facts about it.
 *
 * @param {Shown} show
 * @param {Answer<any>} answer whose response the kind of question says
 * @param {string} id unique on the page
 * @param {string} today
 */
export function drawAnswered(show, answer, id, today) {
  return node(
    "div",
    { class: "cl-after" },
    drawVerdict(
      verdictWords(answer.verdict),
      answer.verdict.say,
      reasonOf(show, answer),
      answer.feedback.explain,
    ),
    drawContext(show),
    drawAfterOf(show, answer, id),
    drawFacts(show, answer, today),
    drawMistake(show.item, answer.response, answer.feedback),
  );
}

/**
 * The same without anybody's answer: what is right, every reason, where it comes from.
 *
 * @param {Shown} show
 * @param {Feedback} feedback
 * @param {string} id unique on the page
 */
export function drawExplained(show, feedback, id) {
  const verdict = { outcome: /** @type {const} */ ("invalid"), score: 0, say: "", parts: {} };
  /** @type {Answer<any>} */
  const answer = { response: null, verdict, feedback, confidence: null, due: null };
  return node(
    "div",
    { class: "cl-after" },
    feedback.explain ? node("p", {}, inline(feedback.explain)) : null,
    drawAfterOf(show, answer, id),
    drawFacts(show, answer, ""),
  );
}

/**
 * @param {Shown} show
 * @param {Answer<any>} answer
 * @param {string} id
 */
function drawAfterOf(show, answer, id) {
  if ("options" in show) return drawReasons(show, answer, id);
  if (show.kind === "numeric") return drawWorking(show, answer);
  return [
    node("p", { class: "cl-ask" }, inline(show.ask)),
    AFTER[show.kind]?.(show, answer) ?? null,
  ];
}

/**
 * In an exam a question may be left; its `response` is null then, or not complete.
 *
 * @param {Answer["verdict"]} verdict
 * @returns {["right" | "wrong" | "note", string]}
 */
function verdictWords({ outcome }) {
  if (outcome === "correct") return ["right", t("Right")];
  return outcome === "wrong" ? ["wrong", t("Wrong")] : ["note", t("Not answered")];
}

/**
 * Why the one option that was chosen is right or wrong; other kinds say it in the verdict.
 *
 * @param {Shown} show
 * @param {Answer} answer
 */
function reasonOf({ kind }, { response, feedback }) {
  return kind === "single" ? feedback.whys[String(response)] : "";
}

/**
 * The verdict takes the focus: its icon and word, and what explains it.
 *
 * @param {["right" | "wrong" | "note", string]} words
 * @param {...string | undefined} more sentences
 */
export function drawVerdict([mark, word], ...more) {
  return node(
    "div",
    {},
    node("p", { class: `cl-verdict cl-is-${mark}`, tabindex: "-1" }, icon(mark), word),
    more.filter(Boolean).map((text) => node("p", {}, inline(text))),
  );
}

/**
 * @param {ShownChoice} show
 * @param {Answer<string | string[] | null>} answer
 * @param {string} id
 */
function drawReasons(show, { response, feedback }, id) {
  const chosen = [response].flat();
  return node(
    "fieldset",
    {},
    node("legend", { class: "cl-ask" }, inline(show.ask)),
    show.options.map((option, index) => {
      const said = show.kind === "single" && option.id === response; // above, with the verdict
      const [mark, word] = tag(
        chosen.includes(option.id),
        feedback.correct?.includes(option.id) ?? false,
      );
      return node(
        "label",
        { class: `cl-choice${mark ? ` cl-is-${mark}` : ""}` },
        // Reachable, so that a screen reader meets each option with its reason, but not to change.
        node("input", {
          type: show.kind === "multi" ? "checkbox" : "radio",
          name: `${id}-review`,
          checked: chosen.includes(option.id),
          "aria-disabled": "true",
          "aria-describedby": said ? null : `${id}-why-${index}`,
          onclick: (event) => event.preventDefault(),
        }),
        node("span", {}, inline(option.text)),
        mark ? node("span", { class: "cl-tag" }, icon(mark), word) : null,
        said
          ? null
          : node(
              "span",
              { class: "cl-says", id: `${id}-why-${index}` },
              inline(feedback.whys[option.id] ?? ""),
            ),
      );
    }),
  );
}

/**
 * @param {boolean} chosen
 * @param {boolean} correct
 * @returns {["right" | "wrong", string] | [null, null]}
 */
function tag(chosen, correct) {
  if (chosen)
    return correct ? ["right", t("Your choice, right")] : ["wrong", t("Your choice, wrong")];
  return correct ? ["right", t("Right answer")] : [null, null];
}

/**
 * @param {ShownNumeric} show
 * @param {Answer} answer
 */
function drawWorking(show, { feedback }) {
  return node(
    "div",
    {},
    node("p", { class: "cl-ask" }, inline(show.ask)),
    drawGiven(show.given),
    feedback.working
      ? node("p", { class: "cl-working" }, node("code", {}, feedback.working))
      : null,
  );
}

/**
 * @param {Shown} show
 * @param {Answer} answer
 * @param {string} today
 */
function drawFacts(show, answer, today) {
  const { response, confidence, verdict, feedback, due } = answer;
  const wrong = verdict.outcome === "wrong";
  const lost = verdict.outcome !== "correct";
  const entered =
    show.kind === "numeric" && response
      ? `${typedNumber(response).trim()} ${textIn(response, "unit")}`.trim()
      : null;
  /** @type {Record<string, string>} */
  const sureness = {
    sure: wrong ? t("Sure. Wrong answers you were sure of are worth reading up.") : t("Sure"),
    unsure: t("Unsure"),
  };
  return drawRows([
    [t("Your answer"), entered],
    [t("Right answer"), lost && show.kind === "numeric" ? feedback.answer : null],
    ...sourceRows(feedback),
    [t("You said"), sureness[confidence ?? ""] ?? null],
    [t("Next due"), due ? dueWords(due, today) : null],
  ]);
}

/**
 * Source, exam era and current name, as rows for `drawRows`.
 *
 * @param {Feedback} feedback
 * @returns {[string, Child][]}
 */
export function sourceRows({ sources, exam_era: era, current }) {
  const said = sources.map(({ title, address, publisher, tier, opened }) =>
    node(
      "div",
      {},
      sourceLink(title, address),
      node(
        "span",
        { class: "cl-muted" },
        [
          publisher,
          tier && t("tier {tier}", { tier }),
          opened && t("opened {day}", { day: shortDay(opened) }),
        ]
          .filter(Boolean)
          .map((part) => ` · ${part}`)
          .join(""),
      ),
    ),
  );
  return [
    [sources.length > 1 ? t("Sources") : t("Source"), said.length ? said : null],
    [t("Exam era"), era ? inline(era) : null],
    [t("Current"), current ? inline(current) : null],
  ];
}
