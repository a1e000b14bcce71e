// @ts-check
/** A question after its answer: the verdict, every reason, where it comes from, when it returns. */

import { dueWords, shortDay } from "../dates.js";
import { drawRows, icon, node, sourceLink } from "../dom.js";
import { inline } from "../text.js";
import { t } from "../words.js";
import { drawLineAfter } from "./command.js";
import { drawGapsAfter } from "./gaps.js";
import { drawPairsAfter } from "./matching.js";
import { drawMistake } from "./mistake.js";
import { drawStepsAfter } from "./ordering.js";
import { drawContext, drawGiven } from "./question.js";

const AFTER = {
  order: drawStepsAfter,
  match: drawPairsAfter,
  cloze: drawGapsAfter,
  command: drawLineAfter,
};

/** Verdict, question with its options and reasons, facts about it. */
export function drawAnswered(show, answer, id, today) {
  return node(
    "div",
    { class: "cl-after" },
    drawVerdict(verdictWords(answer.verdict), answer, reasonOf(show, answer)),
    drawContext(show),
    AFTER[show.kind]
      ? [node("p", { class: "cl-ask" }, inline(show.ask)), AFTER[show.kind](show, answer)]
      : show.options
        ? drawReasons(show, answer, id)
        : drawWorking(show, answer),
    drawFacts(show, answer, today),
    drawMistake(show.item, answer.response, answer.feedback),
  );
}

/**
 * In an exam a question may be left; its `response` is null then, or not complete.
 *
 * @returns {["right" | "wrong" | "note", string]}
 */
function verdictWords({ outcome }) {
  if (outcome === "correct") return ["right", t("Right")];
  return outcome === "wrong" ? ["wrong", t("Wrong")] : ["note", t("Not answered")];
}

/** Why the one option that was chosen is right or wrong; other kinds say it in the verdict. */
function reasonOf({ kind }, { response, feedback }) {
  return kind === "single" ? feedback.whys[response] : "";
}

/**
 * The verdict takes the focus: its icon and word, and what explains it.
 *
 * @param {["right" | "wrong" | "note", string]} words
 * @param {any} answer
 * @param {string} [reason]
 */
export function drawVerdict([mark, word], { verdict, feedback }, reason = "") {
  const says = [verdict.say, reason, feedback.explain].filter(Boolean);
  return node(
    "div",
    {},
    node("p", { class: `cl-verdict cl-is-${mark}`, tabindex: "-1" }, icon(mark), word),
    says.map((one) => node("p", {}, inline(one))),
  );
}

function drawReasons(show, { response, feedback }, id) {
  const chosen = [response].flat();
  return node(
    "fieldset",
    {},
    node("legend", { class: "cl-ask" }, inline(show.ask)),
    show.options.map((option, index) => {
      const said = show.kind === "single" && option.id === response; // above, with the verdict
      const [mark, word] = tag(chosen.includes(option.id), feedback.correct.includes(option.id));
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

function tag(chosen, correct) {
  if (chosen)
    return correct ? ["right", t("Your choice, right")] : ["wrong", t("Your choice, wrong")];
  return correct ? ["right", t("Right answer")] : [null, null];
}

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

function drawFacts(show, answer, today) {
  const { response, confidence, verdict, feedback, due } = answer;
  const wrong = verdict.outcome === "wrong";
  const lost = verdict.outcome !== "correct";
  const entered =
    show.kind === "numeric" && response
      ? `${response.number.trim()} ${response.unit}`.trim()
      : null;
  const sure =
    confidence === "sure" && wrong
      ? t("Sure. Wrong answers you were sure of are worth reading up.")
      : null;
  return drawRows([
    [t("Your answer"), entered],
    [t("Right answer"), lost && show.kind === "numeric" ? feedback.answer : null],
    ...sourceRows(feedback),
    [t("You said"), sure ?? { sure: t("Sure"), unsure: t("Unsure") }[confidence]],
    [t("Next due"), due ? dueWords(due, today) : null],
  ]);
}

/** Source, exam era and current name, as rows for `drawRows`. */
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
