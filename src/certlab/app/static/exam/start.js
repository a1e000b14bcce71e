// @ts-check
/** The start: which exam, how long, how many questions; and the mock exams so far. */

import { drawCard, drawProblem, primary } from "../card.js";
import { node } from "../dom.js";
import { t, tn } from "../words.js";
import { limitWords } from "./clock.js";
import { drawMocks } from "./mocks.js";
import { isPartPaper, SHORT, unaskedPercent } from "./paper.js";

const FACTORS = { usual: 1, half: 1.5, twice: 2, untimed: null };
const MOST_SEED = 9999;

export function drawStart(view) {
  const { desk, id } = view;
  const offers = desk.model.get("offers");
  const ready = offers.filter(({ drawn }) => drawn);
  const empty = offers.filter(({ drawn }) => !drawn).map(({ code }) => code);
  if (!ready.length) return node("p", { class: "cl-note", tabindex: "-1" }, noQuestions(empty));
  const { goal } = document.documentElement.dataset; // the learner's exam, on our own pages
  view.choice ??= {
    exam: (ready.find(({ exam }) => exam === goal) ?? fullest(ready))?.exam,
    time: "usual",
    count: "",
    seed: "",
  };
  const chosen = view.choice;
  const offer = ready.find(({ exam }) => exam === chosen.exam);
  return drawCard({
    label: t("Choose a mock exam"),
    left: t("Mock exam"),
    right: "",
    body: [
      drawExams(ready, chosen, id),
      drawTimes(offer, chosen, id),
      drawSize(offer, chosen, id),
      ...offerNotes(offer).map((says) => node("p", { class: "cl-small cl-muted" }, says)),
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
      readChoice(view);
      if (event.target.matches("[type=radio], select")) view.paint();
    },
    submit: () => beginChosen(view),
  });
}

function noQuestions(codes) {
  return t("No questions yet for {codes}.", { codes: codes.join(", ") });
}

/** The exam of which the course has most. */
function fullest(ready) {
  const share = ({ drawn, questions }) => drawn / questions;
  return ready.reduce((best, one) => (best && share(best) >= share(one) ? best : one), null);
}

function drawExams(ready, chosen, id) {
  return node(
    "fieldset",
    {},
    node("legend", { class: "cl-ask", tabindex: "-1" }, t("Which exam?")),
    ready.map((offer) => {
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
    }),
  );
}

function sizeWords(offer) {
  const { drawn, questions } = offer;
  const size =
    drawn < questions
      ? t("{drawn} of {questions} questions", { drawn, questions })
      : tn("{n} question", "{n} questions", drawn);
  return isPartPaper(offer) ? t("part-paper, {size}", { size }) : size;
}

function drawTimes(offer, chosen, id) {
  const minutes = chosen.count ? offer.short_minutes : offer.minutes;
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

/** What a learner should know of the draw before they begin. */
export function offerNotes(offer) {
  const { total_weight: total, seats, hands_on_labs: labs } = offer;
  const lacks = seats.flatMap((seat) => seat.lacks);
  return [
    emptyNote(offer, lacks),
    total !== 100
      ? t("The published weights sum to {total} %; each is taken as its share of that sum.", {
          total,
        })
      : null,
    shortNote(lacks),
    labs ? labsNote(offer) : null,
  ].filter(Boolean);
}

/** An objective as its exam numbers it. */
const numberOf = ({ objective }) => objective.slice(objective.indexOf(".") + 1);

const withCommas = (words) =>
  words.reduce((list, next) => (list ? t("{list}, {next}", { list, next }) : next), "");

/** The objectives that nothing could be drawn for, and whether they make this a part-paper. */
function emptyNote(offer, lacks) {
  const empty = lacks.filter(({ filled }) => !filled).map(numberOf);
  if (!empty.length) return null;
  const told = { percent: Math.round(unaskedPercent(offer)), list: withCommas(empty) };
  return isPartPaper(offer)
    ? tn(
        "This is a part-paper, because no question could be drawn for {percent} % of this exam: objective {list}.",
        "This is a part-paper, because no question could be drawn for {percent} % of this exam: objectives {list}.",
        empty.length,
        told,
      )
    : tn(
        "No question could be drawn for {percent} % of this exam: objective {list}.",
        "No question could be drawn for {percent} % of this exam: objectives {list}.",
        empty.length,
        told,
      );
}

/** The objectives that have questions, and fewer than places. */
function shortNote(lacks) {
  const short = lacks
    .filter(({ filled, wanted }) => filled > 0 && filled < wanted)
    .map((one) =>
      t("objective {objective} ({filled} of {wanted})", {
        objective: numberOf(one),
        filled: one.filled,
        wanted: one.wanted,
      }),
    );
  if (!short.length) return null;
  return t("Too few questions could be drawn for {missing}.", { missing: withCommas(short) });
}

/** That labs are no part of this, and what time is left to the questions beside them. */
function labsNote({ hands_on_labs: labs, questions, whole_minutes: whole, given }) {
  const note = tn(
    "The exam has {n} hands-on lab too, which is not part of this.",
    "The exam has {n} hands-on labs too, which are not part of this.",
    labs,
  );
  if (given === whole) return note;
  const time = t(
    "Its {whole} minutes are for both. Its {questions} questions have {minutes} of them here, because study plans of candidates give about {lab} minutes to each lab; NVIDIA publishes no such figure, and you may choose another time.",
    { whole, questions, minutes: given, lab: Math.round((whole - given) / labs) },
  );
  return `${note} ${time}`;
}

function readChoice(view) {
  const form = view.form();
  const checked = (name) => form.querySelector(`[name$=-${name}]:checked`)?.value;
  const value = (key) => form.querySelector(`[data-key=${key}]`).value;
  view.choice = {
    exam: checked("exam"),
    time: checked("time"),
    count: value("count"),
    seed: value("seed").trim(),
  };
}

function beginChosen(view) {
  const { desk } = view;
  readChoice(view);
  const { exam, time, count, seed } = view.choice;
  if (seed && !(/^\d+$/.test(seed) && Number(seed) <= MOST_SEED)) {
    desk.problem = t("Seed {seed}: give a number from 0 to {most}.", { seed, most: MOST_SEED });
    view.paint();
    return;
  }
  desk.send("begin", {
    exam,
    factor: FACTORS[time],
    count: count ? Number(count) : null,
    seed: seed ? Number(seed) : null,
  });
}
