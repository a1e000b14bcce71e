// @ts-check
/**
 * The start: which exam, how long, how many questions; and the mock exams so far.
 *
 * @import { Choice, ExamView, Offer } from "./exams.d.ts"
 */

import { drawCard, drawProblem, primary } from "../card.js";
import { linkButton } from "../clipboard.js";
import { node } from "../dom.js";
import { t, tn } from "../words.js";
import { limitWords } from "./clock.js";
import { drawMocks } from "./mocks.js";
import { offerNotes } from "./offer_notes.js";
import { isPartPaper, SHORT } from "./paper.js";
import { choiceOf, drawPapers, offerNext, paperOf } from "./start_papers.js";

const FACTORS = { usual: 1, half: 1.5, twice: 2, untimed: null };
const MOST_SEED = 9999;

/** @param {ExamView} view */
export function drawStart(view) {
  const { desk, id } = view;
  const offers = desk.model.get("offers");
  const ready = offers.filter(({ drawn }) => drawn);
  const empty = offers.filter(({ drawn }) => !drawn).map(({ code }) => code);
  if (!ready.length) return node("p", { class: "cl-note", tabindex: "-1" }, noQuestions(empty));
  const linked = desk.model.get("linked");
  const lead = ready.find(({ exam }) => exam === linked?.exam) ?? leading(ready);
  const number = lead.exam === linked?.exam ? linked.seed : undefined;
  const mocks = desk.model.get("mocks");
  view.choice ??= {
    exam: lead.exam,
    time: "usual",
    count: "",
    others: false,
    sat: -1,
    ...choiceOf(lead, number),
  };
  if (number === undefined) offerNext(view.choice, ready, mocks);
  const chosen = view.choice;
  const offer = ready.find(({ exam }) => exam === chosen.exam) ?? ready[0];
  return drawCard({
    label: t("Choose a mock exam"),
    left: t("Mock exam"),
    right: "",
    body: [
      drawExams(lead, ready, chosen, id),
      drawPapers(offer, chosen, mocks, id),
      drawTimes(offer, chosen, id),
      paperOf(offer, chosen) ? null : drawSize(offer, chosen, id),
      drawLink(desk.model.get("link"), chosen, paperOf(offer, chosen)),
      ...offerNotes(offer, offer).map((says) => node("p", { class: "cl-small cl-muted" }, says)),
      empty.length ? node("p", { class: "cl-small cl-muted" }, noQuestions(empty)) : null,
      drawProblem(desk.problem ? { say: desk.problem } : null, id),
      drawMocks(view),
    ],
    foot: [
      primary(t("Begin")),
      node(
        "p",
        { class: "cl-small cl-muted" },
        t("The time starts now. You will see what was right or wrong only at the end."),
      ),
    ],
    entered: (event) => {
      const before = view.choice?.exam;
      view.choice = readChoice(view);
      if (view.choice.exam !== before) view.choice.sat = -1; // its own next paper is offered
      if (event.target.matches("[type=radio], select, [data-key=seed]")) view.paint();
    },
    submit: () => beginChosen(view),
  });
}

/** @param {string[]} codes */
function noQuestions(codes) {
  return t("No questions yet for {codes}.", { codes: codes.join(", ") });
}

/**
 * The exam that a link has named, else the learner's own, as our pages know it, else the fullest.
 *
 * @param {Offer[]} ready
 */
function leading(ready) {
  const named = new URLSearchParams(location.search).get("exam");
  const { goal } = document.documentElement.dataset;
  const one = (/** @type {string | null | undefined} */ id) =>
    ready.find(({ exam }) => exam === id);
  return one(named) ?? one(goal) ?? fullest(ready);
}

/**
 * The exam of which the course has most.
 *
 * @param {Offer[]} ready
 */
function fullest(ready) {
  const share = (/** @type {Offer} */ { drawn, questions }) => drawn / questions;
  return ready.reduce((best, one) => (share(best) >= share(one) ? best : one));
}

/**
 * One exam to begin with at once, and the others folded.
 *
 * @param {Offer} lead
 * @param {Offer[]} ready
 * @param {Choice} chosen
 * @param {string} id
 */
function drawExams(lead, ready, chosen, id) {
  const others = ready.filter((one) => one !== lead);
  const rows = others.map((one) => drawOffer(one, chosen, id));
  return node(
    "fieldset",
    {},
    node("legend", { class: "cl-ask", tabindex: "-1" }, t("Which exam?")),
    drawOffer(lead, chosen, id),
    others.length
      ? node(
          "details",
          { class: "cl-others cl-small", open: chosen.others || chosen.exam !== lead.exam },
          node("summary", { "data-key": "others" }, t("Other exams: {n}", { n: others.length })),
          rows,
        )
      : null,
  );
}

/**
 * @param {Offer} offer
 * @param {Choice} chosen
 * @param {string} id
 */
function drawOffer(offer, chosen, id) {
  const { exam, name } = offer;
  const code = [offer.code, ...offer.alias].join(" / ");
  return node(
    "label",
    { class: "cl-choice" },
    node("input", {
      type: "radio",
      name: `${id}-exam`,
      value: exam,
      checked: exam === chosen.exam,
      "data-key": `exam-${exam}`,
    }),
    node("span", {}, `${code} `, node("span", { class: "cl-muted" }, name)),
    node("span", { class: "cl-small cl-muted" }, sizeWords(offer)),
  );
}

/** @param {Offer} offer */
function sizeWords(offer) {
  const { drawn, questions } = offer;
  const size =
    drawn < questions
      ? t("{drawn} of {questions} questions", { drawn, questions })
      : tn("{n} question", "{n} questions", drawn);
  return isPartPaper(offer) ? t("part-paper, {size}", { size }) : size;
}

/**
 * @param {Offer} offer
 * @param {Choice} chosen
 * @param {string} id
 */
function drawTimes(offer, chosen, id) {
  const minutes = chosen.count && !paperOf(offer, chosen) ? offer.short_minutes : offer.minutes;
  const words = {
    usual: limitWords(minutes),
    half: t("+50 % time"),
    twice: t("twice as long"),
    untimed: limitWords(null),
  };
  return node(
    "fieldset",
    { class: "cl-sure" },
    node("legend", {}, t("Time")),
    Object.entries(words).map(([time, word]) =>
      node(
        "label",
        {},
        node("input", {
          type: "radio",
          name: `${id}-time`,
          value: time,
          checked: time === chosen.time,
          "data-key": `time-${time}`,
        }),
        word,
      ),
    ),
  );
}

/**
 * @param {Offer} offer
 * @param {Choice} chosen
 * @param {string} id
 */
function drawSize({ drawn }, chosen, id) {
  const sizes = [
    ["", t("all")],
    ...(drawn > SHORT ? [[String(SHORT), tn("{n} question", "{n} questions", SHORT)]] : []),
  ];
  return node(
    "div",
    { class: "cl-field cl-exam-size" },
    node("label", { for: `${id}-count` }, t("Questions")),
    node(
      "select",
      { id: `${id}-count`, "data-key": "count" },
      sizes.map(([value, word]) =>
        node("option", { value, selected: value === chosen.count }, word),
      ),
    ),
    node("label", { for: `${id}-seed` }, t("Seed")),
    node("input", {
      id: `${id}-seed`,
      type: "text",
      inputmode: "numeric",
      size: "6",
      autocomplete: "off",
      value: chosen.seed,
      "data-key": "seed",
      "aria-describedby": `${id}-seed-says`,
    }),
    node(
      "span",
      { id: `${id}-seed-says`, class: "cl-muted" },
      t("Same seed, same questions. Leave empty for new ones."),
    ),
  );
}

/**
 * A link to the whole paper that is chosen, or drawn by its seed, to send to others.
 *
 * @param {string} link
 * @param {Choice} chosen
 * @param {string} paper
 */
function drawLink(link, { exam, seed, count }, paper) {
  if (!link || (!paper && (count || !isSeed(seed)))) return null;
  const address = link.replace("{paper}", `${exam}-${Number(paper || seed)}`);
  return node("p", { class: "cl-send" }, linkButton(address, t("Copy a link to this paper")));
}

/** @param {string} seed */
function isSeed(seed) {
  return /^\d+$/.test(seed) && Number(seed) <= MOST_SEED;
}

/**
 * @param {ExamView} view
 * @returns {Choice}
 */
function readChoice(view) {
  const form = view.form();
  const before = view.choice; // of what is not drawn now
  const value = (/** @type {string} */ selector) =>
    /** @type {HTMLInputElement | HTMLSelectElement | null} */ (form.querySelector(selector))
      ?.value;
  return {
    exam: value("[name$=-exam]:checked") ?? "",
    time: /** @type {Choice["time"]} */ (value("[name$=-time]:checked")),
    paper: value("[name$=-paper]:checked") ?? "",
    count: value("[data-key=count]") ?? before?.count ?? "",
    seed: value("[data-key=seed]")?.trim() ?? before?.seed ?? "",
    others: form.querySelector("details")?.open ?? false,
    sat: before?.sat ?? -1,
  };
}

/** @param {ExamView} view */
function beginChosen(view) {
  const { desk } = view;
  view.choice = readChoice(view);
  const { exam, time } = view.choice;
  const offer = desk.model.get("offers").find((one) => one.exam === exam);
  const paper = offer ? paperOf(offer, view.choice) : "";
  const { count, seed } = paper ? { count: "", seed: paper } : view.choice;
  if (seed && !isSeed(seed)) {
    desk.problem = t("Seed {seed}: give a number from 0 to {most}.", { seed, most: MOST_SEED });
    view.paint();
    return;
  }
  desk.send({
    type: "begin",
    exam,
    factor: FACTORS[time],
    count: count ? Number(count) : null,
    seed: seed ? Number(seed) : null,
  });
}
