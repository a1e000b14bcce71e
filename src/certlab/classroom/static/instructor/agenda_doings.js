// @ts-check
/**
 * What can be done at a step of the agenda: send the class there, open a poll, begin it.
 *
 * @import { AgendaPoll, AgendaStep, AgendaView, Gate } from "../classes.d.ts"
 */

import { icon, node } from "../../../app/static/dom.js";
import { plain } from "../../../app/static/text.js";
import { t } from "../../../app/static/words.js";
import { gatesOf } from "../agenda_words.js";
import { attempt } from "./attempt.js";

const LONGEST = 140; // characters of a question; all of it stands in the poll

/** @param {string} ask */
const shortened = (ask) => (ask.length > LONGEST ? `${ask.slice(0, LONGEST).trimEnd()} …` : ask);

/**
 * @param {string} key
 * @param {string} words
 * @param {() => unknown} onclick
 * @param {string | null} [style]
 * @param {string | null} [label]
 */
export const press = (key, words, onclick, style = null, label = null) =>
  node(
    "button",
    { type: "button", class: style, "data-key": key, "aria-label": label, onclick },
    words,
  );

/**
 * @param {AgendaView} view
 * @param {number | null} at
 */
export const goTo = ({ model, status }, at) =>
  attempt(status, () => model.connection.post("agenda", { at }));

/**
 * What can be done at a step: its gates, its polls, and to begin it where it has neither.
 *
 * @param {AgendaView} view
 * @param {AgendaStep} step
 * @param {number} number
 */
export function drawDoings(view, step, number) {
  const rows = [
    ...gatesOf(step).map((gate, index) => drawGate(view, gate, number, index)),
    ...step.polls.filter(({ ask }) => ask).map((poll) => drawPoll(view, poll, number)),
  ];
  if (rows.length) return node("ul", { class: "cl-doings" }, rows);
  if (view.model.state?.at?.step === number) return null;
  return node(
    "div",
    { class: "cl-actions" },
    press(
      `begin-${number}`,
      t("Begin this step"),
      () => goTo(view, number),
      "cl-quiet",
      t("Begin this step: {title}", { title: step.title }),
    ),
  );
}

/**
 * @param {AgendaView} view
 * @param {Gate} gate
 * @param {number} number
 * @param {number} index
 */
function drawGate({ model, status }, gate, number, index) {
  const now = model.state?.gate;
  const isHere = now?.lab === gate.lab && now.step === gate.step && (now.page ?? "") === gate.page;
  const words = gate.step || gate.text;
  const send = () =>
    attempt(
      status,
      () => model.connection.post("gate", { ...gate, text: gate.lab ? "" : gate.text, at: number }),
      t("The class sees it."),
    );
  return node(
    "li",
    {},
    node("span", {}, words),
    isHere
      ? node("span", { class: "cl-tag" }, t("The class is sent here"))
      : press(
          `gate-${number}-${index}`,
          t("Gate to this step"),
          send,
          null,
          t("Gate to this step: {step}", { step: words }),
        ),
  );
}

/**
 * @param {AgendaView} view
 * @param {AgendaPoll} poll
 * @param {number} number
 */
function drawPoll({ model, status }, { item, ask }, number) {
  const { poll = null, asked = [] } = model.state ?? {};
  const isOn = poll?.item === item && !poll.feedback;
  const open = async () => {
    if (model.state?.poll?.open) {
      status.textContent = t("A vote is open; close it first.");
      return;
    }
    await attempt(
      status,
      () => model.connection.post("poll", { item, at: number }),
      t("The poll is open."),
    );
  };
  const wasAsked = asked.includes(item);
  const words = wasAsked ? t("Open it again") : t("Open this poll");
  return node(
    "li",
    {},
    node("span", { title: plain(ask) }, shortened(plain(ask))),
    isOn ? node("span", { class: "cl-tag" }, t("This poll is on")) : null,
    wasAsked && !isOn ? node("span", { class: "cl-tag" }, icon("right"), t("Asked")) : null,
    isOn ? null : press(`open-step-${item}`, words, open, null, `${words}: ${plain(ask)}`),
  );
}
