// @ts-check
/**
 * One message on its way through the five rails, as certlab.labs.trustworthy_ai.rails.journey has it.
 *
 * @typedef {{ lines: Record<string, string[]>, smooth: number, empty: string[], wide: number, chunks: string[], rules: string[], examples: Record<string, string[]>, ask: string, advice: string, transfer: string, near: number, limit: number, hidden: string, invented: string, says: Record<string, string> }} Bank as certlab.labs.trustworthy_ai.page has it
 * @typedef {Record<"input" | "dialog" | "retrieval" | "execution" | "output" | "documents" | "invents", boolean>} Settings which rails are on, whether there are `documents`, whether the model `invents`
 * @typedef {{ place: string, state: string, about: string[] }} Stop
 * @typedef {{ stops: Stop[], text: string }} Journey
 */

import { bestChunks, classifierOf, nearness, supported } from "./reading.js";

/**
 * @param {string} place
 * @param {string} state
 * @param {...string} about
 * @returns {Stop}
 */
const stop = (place, state, ...about) => ({ place, state, about });

/**
 * The bank of the lab; it learns once and is asked often.
 *
 * @param {Bank} bank what certlab.labs.trustworthy_ai.page begins the picture with
 * @returns {(message: string, settings: Settings) => Journey}
 */
export function railsOf(bank) {
  const topic = classifierOf(bank.lines, bank.smooth);
  const forbidden = bank.rules.map(topic);
  return (message, settings) => {
    const first = input(message, settings);
    if (first.state === "stopped") return { stops: [first], text: bank.says.refused };
    const form = canonical(bank, message, settings.dialog);
    if (form === bank.advice)
      return { stops: [first, stop("dialog", "stopped", form)], text: bank.says.advice };
    const second = stop("dialog", settings.dialog ? "passed" : "off", form);
    const rest = form === bank.transfer ? transfer : answer;
    const { stops, text } = rest(bank, message, settings);
    return { stops: [first, second, ...stops], text };
  };

  /**
   * @param {string} message
   * @param {Settings} settings
   */
  /** @type {(message: string, settings: Settings) => Stop} */
  function input(message, settings) {
    if (!settings.input) return stop("input", "off");
    const own = topic(message);
    return stop("input", forbidden.includes(own) ? "stopped" : "passed", own);
  }
}

/**
 * The journeys of several messages with several settings each, for the test of this file.
 *
 * @param {Bank} bank
 * @param {string[]} messages
 * @param {Settings[]} settings
 */
export function journeys(bank, messages, settings) {
  const send = railsOf(bank);
  return messages.map((message) => settings.map((one) => send(message, one)));
}

/**
 * How often the model was asked.
 *
 * @param {Journey} journey
 */
export function calls({ stops }) {
  return stops.filter(
    ({ place, state, about }) =>
      place === "model" ||
      (place === "input" && state !== "off") ||
      (place === "output" && about.length),
  ).length;
}

/**
 * @param {Bank} bank
 * @param {string} message
 * @param {boolean} dialog
 */
function canonical({ examples, advice, near, wide, ask }, message, dialog) {
  let best = { score: -1, form: ask };
  for (const [form, lines] of Object.entries(examples)) {
    if (form === advice && !dialog) continue;
    for (const line of lines) {
      const score = nearness(message, line, wide);
      if (score > best.score) best = { score, form };
    }
  }
  return best.score >= near ? best.form : ask;
}

/**
 * The first whole number of a message, 0 where there is none.
 *
 * @param {string} message
 */
function amount(message) {
  return Number(message.split(/\s+/).find((word) => /^\d+$/.test(word)) ?? 0);
}

/**
 * @param {Bank} bank
 * @param {string} message
 * @param {Settings} settings
 * @returns {Journey}
 */
function transfer({ says, limit }, message, settings) {
  const euros = amount(message);
  const about = String(euros);
  if (!settings.execution) return { stops: [stop("execution", "off", about)], text: says.done };
  const allowed = euros > 0 && euros <= limit;
  return {
    stops: [stop("execution", allowed ? "passed" : "stopped", about)],
    text: allowed ? says.done : says.above,
  };
}

/**
 * @param {Bank} bank
 * @param {string} message
 * @param {Settings} settings
 * @returns {Journey}
 */
function answer({ chunks, empty, hidden, invented, says }, message, settings) {
  const here = settings.documents ? bestChunks(message, chunks, 2, empty) : [];
  const kept = settings.retrieval ? here.filter((chunk) => !chunk.startsWith(hidden)) : here;
  const changed = kept.length < here.length ? "changed" : "passed";
  const [own] = bestChunks(message, kept, 1, empty);
  const draft = settings.invents ? invented : (own ?? invented);
  const last = output(draft, kept, settings, empty);
  return {
    stops: [
      stop("retrieval", settings.retrieval ? changed : "off", ...kept),
      stop("model", "passed", draft),
      last,
    ],
    text: last.state === "stopped" ? says.refused : draft,
  };
}

/**
 * The fact check, which passes whatever it has no evidence for.
 *
 * @param {string} draft
 * @param {string[]} evidence
 * @param {Settings} settings
 * @param {string[]} empty
 */
function output(draft, evidence, settings, empty) {
  if (!settings.output) return stop("output", "off");
  const holds = !evidence.length || supported(draft, evidence.join("\n"), empty);
  return stop("output", holds ? "passed" : "stopped", ...evidence);
}
